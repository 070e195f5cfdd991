/// Worlds whose game fetches its actions, because it can't listen: a book of what was handed to
/// whom, without I/O, and the two requests by which a game fetches and answers.
@NullMarked
package dev.playloop.worlds.declared.pull;

import org.jspecify.annotations.NullMarked;
