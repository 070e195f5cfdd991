package dev.playloop.worlds.chain.node;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.Selector;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;

/// A block of the chain.
///
/// @param hash by which the chain knows it. A starknet-devnet's depends on neither time nor
///   transactions: what took a block's place there may have the same one
/// @param contentHash tells it from whatever takes its place, on each node
public record BlockHeader(long number, Felt hash, Felt parent, Instant at, Felt contentHash) {
  /// A block with these transactions.
  static BlockHeader of(long number, Felt hash, Felt parent, Instant at, List<Felt> transactions) {
    StringBuilder contents = new StringBuilder(hash.hex()).append(' ').append(at);
    transactions.forEach(each -> contents.append(' ').append(each.hex()));
    Felt contentHash = Selector.keccak(contents.toString().getBytes(StandardCharsets.US_ASCII));
    return new BlockHeader(number, hash, parent, at, contentHash);
  }
}
