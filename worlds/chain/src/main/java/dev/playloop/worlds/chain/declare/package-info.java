/// How classes of contracts get onto a chain, and contracts of them: class hashes, the DECLARE
/// transaction and the universal deployer.
@NullMarked
package dev.playloop.worlds.chain.declare;

import org.jspecify.annotations.NullMarked;
