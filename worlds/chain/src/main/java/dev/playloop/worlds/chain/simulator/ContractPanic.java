package dev.playloop.worlds.chain.simulator;

import dev.playloop.worlds.chain.Felt;
import java.util.List;

/// A contract has panicked: all of its transaction is undone.
public final class ContractPanic extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<Felt> data;

  public ContractPanic(List<Felt> data) {
    super("panicked", null, false, false);
    this.data = List.copyOf(data);
  }

  /// With one short string, as `assert(…, 'reason')`.
  public static ContractPanic of(String shortString) {
    return new ContractPanic(List.of(Felt.shortString(shortString)));
  }

  public List<Felt> data() {
    return data;
  }
}
