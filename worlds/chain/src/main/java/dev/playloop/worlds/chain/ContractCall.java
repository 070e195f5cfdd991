package dev.playloop.worlds.chain;

import java.util.ArrayList;
import java.util.List;

/// One call of a contract's entrypoint, with its arguments encoded. Immutable.
///
/// @param entrypoint its name, as policies and people know it; the chain knows its [#selector]
public record ContractCall(Felt to, String entrypoint, List<Felt> calldata) {
  public ContractCall {
    calldata = List.copyOf(calldata);
  }

  public Felt selector() {
    return Selector.of(entrypoint);
  }

  /// What an account of Cairo 1 executes: the number of calls, then of each its address, selector,
  /// number of words and words.
  public static List<Felt> multicall(List<ContractCall> calls) {
    List<Felt> words = new ArrayList<>();
    words.add(Felt.of(calls.size()));
    for (ContractCall call : calls) {
      words.add(call.to);
      words.add(call.selector());
      words.add(Felt.of(call.calldata.size()));
      words.addAll(call.calldata);
    }
    return words;
  }
}
