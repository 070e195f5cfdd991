/// What comes, told as it comes.
@NullMarked
package dev.playloop.console.live;

import org.jspecify.annotations.NullMarked;
