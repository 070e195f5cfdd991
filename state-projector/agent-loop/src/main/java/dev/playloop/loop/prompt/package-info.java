/// What the model reads: [Prompt] renders it, trimmed to its size, from the state alone.
@NullMarked
package dev.playloop.loop.prompt;

import org.jspecify.annotations.NullMarked;
