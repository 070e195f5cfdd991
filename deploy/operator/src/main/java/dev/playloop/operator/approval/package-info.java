/// What waits for people's words, and how an operator's program answers.
@NullMarked
package dev.playloop.operator.approval;

import org.jspecify.annotations.NullMarked;
