package dev.playloop.worlds.chain.simulator.chain;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.Selector;
import dev.playloop.worlds.chain.simulator.ContractContext;
import dev.playloop.worlds.chain.simulator.ContractPanic;
import dev.playloop.worlds.chain.simulator.ContractProgram;
import java.util.List;

/// A contract for tests: keeps words, panics when told to, calls others and may catch their panics.
public final class VaultProgram implements ContractProgram {
  public static final String NAME = "test vault";
  private static final Felt CHANGED = Selector.of("Changed");
  private static final Felt CAUGHT = Felt.shortString("caught");

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Felt> call(ContractContext context, Felt selector, List<Felt> words) {
    if (selector.equals(Selector.of("put"))) {
      context.write(words.get(0), words.get(1));
      context.emit(List.of(CHANGED, words.get(0)), List.of(words.get(1)));
      return List.of();
    }
    if (selector.equals(Selector.of("get"))) {
      return List.of(context.read(words.getFirst()));
    }
    if (selector.equals(Selector.of("put_and_panic"))) {
      context.write(words.get(0), words.get(1));
      context.emit(List.of(CHANGED), List.of());
      throw ContractPanic.of("no more");
    }
    if (selector.equals(Selector.of("forward"))) {
      return context.call(words.get(0), words.get(1), words.subList(2, words.size()));
    }
    if (selector.equals(Selector.of("try"))) {
      return attempt(context, words);
    }
    if (selector.equals(Selector.of("where"))) {
      return List.of(
          Felt.of(context.blockNumber()), Felt.of(context.blockTimestamp()), context.account());
    }
    if (selector.equals(Selector.of("spin"))) {
      return spin(context);
    }
    if (selector.equals(Selector.of("fault"))) {
      throw new IllegalStateException("a mistake in a program");
    }
    throw ContractPanic.noEntrypoint();
  }

  private static List<Felt> attempt(ContractContext context, List<Felt> words) {
    try {
      return context.call(words.get(0), words.get(1), words.subList(2, words.size()));
    } catch (ContractPanic panic) {
      return List.of(CAUGHT);
    }
  }

  private static List<Felt> spin(ContractContext context) {
    Felt sum = Felt.ZERO;
    while (sum.isZero()) {
      sum = context.read(Felt.ZERO);
    }
    return List.of(sum);
  }
}
