/// Who said something, provably: Ed25519 keys, and the signature over a control. Values; what they
/// refuse they refuse with an InvalidValueException.
@NullMarked
package dev.playloop.schemas.seal;

import org.jspecify.annotations.NullMarked;
