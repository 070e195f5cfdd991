/// Whether a control is whose it says it is, before it is folded.
@NullMarked
package dev.playloop.projector.proof;

import org.jspecify.annotations.NullMarked;
