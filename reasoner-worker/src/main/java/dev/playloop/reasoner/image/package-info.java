/// Pictures that a prompt names by their hash: where they are kept, and which of them a model is
/// shown.
@NullMarked
package dev.playloop.reasoner.image;

import org.jspecify.annotations.NullMarked;
