package dev.playloop.worlds.chain.simulator;

import dev.playloop.worlds.chain.Felt;
import java.util.List;

/// What a contract sees and can do while it is called. Used by one thread, during that call only.
public interface ContractContext {
  /// The contract's own address.
  Felt address();

  /// Who calls it.
  Felt caller();

  /// The account whose transaction it is; zero for a read.
  Felt account();

  /// Zero for a read.
  Felt transactionHash();

  long blockNumber();

  /// Seconds since 1970.
  long blockTimestamp();

  /// A word of the contract's storage, zero where nothing was written.
  Felt read(Felt key);

  void write(Felt key, Felt value);

  void emit(List<Felt> keys, List<Felt> data);

  /// Calls another contract. Throws [ContractPanic], also where none is there.
  List<Felt> call(Felt contract, Felt selector, List<Felt> calldata);
}
