/// A chain of the EVM behind the port that Starknet has: transactions of a secp256k1 account, asked
/// for and sent by `eth_…`.
@NullMarked
package dev.playloop.worlds.chain.evm;

import org.jspecify.annotations.NullMarked;
