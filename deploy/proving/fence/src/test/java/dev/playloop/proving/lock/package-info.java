@NullMarked
package dev.playloop.proving.lock;

import org.jspecify.annotations.NullMarked;
