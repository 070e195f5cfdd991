package dev.playloop.worlds.eternum.rules.cairo;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.Selector;
import dev.playloop.worlds.chain.simulator.ContractContext;
import dev.playloop.worlds.chain.simulator.ContractPanic;
import dev.playloop.worlds.chain.simulator.ContractProgram;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A contract's entrypoints by their selectors. Built once, by one thread; immutable after that.
public final class Entrypoints implements ContractProgram {
  /// What one entrypoint does: reads its parameters to their end, then acts, and returns its words.
  @FunctionalInterface
  public interface Entrypoint {
    List<Felt> run(ContractContext context, Parameters parameters);
  }

  private static final Felt CONSTRUCTOR = Selector.of("constructor");

  private final String name;
  private final Map<Felt, Entrypoint> bySelector;

  private Entrypoints(String name, Map<Felt, Entrypoint> bySelector) {
    this.name = name;
    this.bySelector = bySelector;
  }

  public static Building of(String name) {
    return new Building(name);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public List<Felt> call(ContractContext context, Felt selector, List<Felt> calldata) {
    Entrypoint entrypoint = bySelector.get(selector);
    if (entrypoint == null || (selector.equals(CONSTRUCTOR) && isConstructed(context))) {
      throw ContractPanic.noEntrypoint();
    }
    Parameters parameters = new Parameters(calldata);
    List<Felt> returned = entrypoint.run(context, parameters);
    if (!parameters.ended()) {
      throw new IllegalStateException("an entrypoint of " + name + " left parameters unread");
    }
    return returned;
  }

  /// A constructor is no entrypoint for callers: it runs once, whatever the chain lets through.
  private static boolean isConstructed(ContractContext context) {
    boolean before = !context.read(CONSTRUCTOR).isZero();
    context.write(CONSTRUCTOR, Felt.ONE);
    return before;
  }

  /// Entrypoints on their way into a contract.
  public static final class Building {
    private final String name;
    private final Map<Felt, Entrypoint> bySelector = new HashMap<>();

    private Building(String name) {
      this.name = name;
    }

    public Building on(String entrypoint, Entrypoint does) {
      if (bySelector.put(Selector.of(entrypoint), does) != null) {
        throw new IllegalArgumentException("two entrypoints " + entrypoint);
      }
      return this;
    }

    public Entrypoints build() {
      return new Entrypoints(name, Map.copyOf(bySelector));
    }
  }
}
