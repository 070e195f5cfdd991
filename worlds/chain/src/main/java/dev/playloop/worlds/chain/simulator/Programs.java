package dev.playloop.worlds.chain.simulator;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.Selector;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The classes that a simulated chain knows. Immutable.
public final class Programs {
  private final Map<Felt, ContractProgram> byClassHash = new HashMap<>();

  /// Throws [IllegalArgumentException] where two have one name.
  public Programs(Collection<ContractProgram> declared) {
    declared.forEach(this::add);
  }

  private void add(ContractProgram program) {
    if (byClassHash.put(classHash(program.name()), program) != null) {
      throw new IllegalArgumentException("two contract programs are named " + program.name());
    }
  }

  /// What stands for the hash of a class: one of its name, for there is no code to hash.
  public static Felt classHash(String name) {
    return Selector.of("playloop simulated class " + name);
  }

  public @Nullable ContractProgram at(Felt classHash) {
    return byClassHash.get(classHash);
  }
}
