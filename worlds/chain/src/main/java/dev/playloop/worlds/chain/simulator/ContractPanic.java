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

  /// What a contract says that has no such entrypoint, by the convention of Cairo's contracts.
  public static ContractPanic noEntrypoint() {
    return of("ENTRYPOINT_NOT_FOUND");
  }

  /// What a contract says whose arguments are not those of the entrypoint, by the same convention.
  ///
  /// @param parameter which of them, the first is 1
  public static ContractPanic badArgument(int parameter) {
    return of("Failed to deserialize param #" + parameter);
  }

  /// With one short string, as `assert(…, 'reason')`.
  public static ContractPanic of(String shortString) {
    return new ContractPanic(List.of(Felt.shortString(shortString)));
  }

  public List<Felt> data() {
    return data;
  }
}
