/// Follows the topics, and tells what happens as steps that a person reads.
@NullMarked
package dev.playloop.launcher.watch;

import org.jspecify.annotations.NullMarked;
