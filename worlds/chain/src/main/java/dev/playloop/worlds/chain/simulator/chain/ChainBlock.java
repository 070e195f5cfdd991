package dev.playloop.worlds.chain.simulator.chain;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.simulator.BlockContext;
import dev.playloop.worlds.chain.simulator.Sponge;
import java.util.List;

/// A block. Its hash is of all that decides what it does: number, parent, time, prices and the
/// transactions' hashes. Immutable.
public record ChainBlock(
    Felt hash, Felt parent, BlockContext context, List<Executed> transactions) {
  public ChainBlock {
    transactions = List.copyOf(transactions);
  }

  static ChainBlock of(Felt parent, BlockContext context, List<Executed> transactions) {
    Sponge hash =
        new Sponge()
            .absorb(Felt.shortString("SIMULATED_BLOCK"))
            .absorb(Felt.of(context.number()))
            .absorb(parent)
            .absorb(Felt.of(context.timestamp()))
            .absorb(Felt.of(context.prices().l1Gas()))
            .absorb(Felt.of(context.prices().l2Gas()))
            .absorb(Felt.of(context.prices().l1DataGas()))
            .absorb(Sponge.of(transactions.stream().map(Executed::hash).toList()));
    return new ChainBlock(hash.squeeze(), parent, context, transactions);
  }

  public long number() {
    return context.number();
  }
}
