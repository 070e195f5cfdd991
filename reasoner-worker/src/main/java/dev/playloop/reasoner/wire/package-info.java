/// LLM calls: the port, the two wire formats, and what can go wrong on the way.
@NullMarked
package dev.playloop.reasoner.wire;

import org.jspecify.annotations.NullMarked;
