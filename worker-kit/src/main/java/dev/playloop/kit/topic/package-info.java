/// Topics as such: how they are made and checked, how one is read to its end or followed, dead
/// letters.
@NullMarked
package dev.playloop.kit.topic;

import org.jspecify.annotations.NullMarked;
