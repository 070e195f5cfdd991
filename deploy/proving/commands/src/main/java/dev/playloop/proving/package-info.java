/// The commands of a checkout: what measures, breaks and mutates Playloop, and is no part of it.
@NullMarked
package dev.playloop.proving;

import org.jspecify.annotations.NullMarked;
