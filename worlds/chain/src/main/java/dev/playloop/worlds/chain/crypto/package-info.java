/// Starknet's hashes and signatures.
@NullMarked
package dev.playloop.worlds.chain.crypto;

import org.jspecify.annotations.NullMarked;
