/// What this checkout is built from: each dependency of each module, by its bytes.
@NullMarked
package dev.playloop.proving.lock;

import org.jspecify.annotations.NullMarked;
