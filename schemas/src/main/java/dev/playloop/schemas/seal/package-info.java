/// Who said something, provably: Ed25519 keys, and the signature over a control. What payloads of
/// the journal are sealed with: a key a data subject and agent, wrapped by the master key. Values;
/// what they refuse they refuse with an InvalidValueException.
@NullMarked
package dev.playloop.schemas.seal;

import org.jspecify.annotations.NullMarked;
