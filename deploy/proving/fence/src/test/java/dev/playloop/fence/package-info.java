/// Tests over the code itself: who may know whom, and what may stand where.
@NullMarked
package dev.playloop.fence;

import org.jspecify.annotations.NullMarked;
