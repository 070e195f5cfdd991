package dev.playloop.worlds.chain.simulator.pool;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.simulator.AccountProgram;
import dev.playloop.worlds.chain.simulator.Broadcast;
import dev.playloop.worlds.chain.simulator.CallSite;
import dev.playloop.worlds.chain.simulator.ContractPanic;
import dev.playloop.worlds.chain.simulator.GasPrices;
import dev.playloop.worlds.chain.simulator.GasUse;
import dev.playloop.worlds.chain.simulator.Programs;
import dev.playloop.worlds.chain.simulator.Revert;
import dev.playloop.worlds.chain.simulator.SignatureCheck;
import dev.playloop.worlds.chain.simulator.StateCell;
import dev.playloop.worlds.chain.simulator.StateView;
import dev.playloop.worlds.chain.simulator.TokenProgram;
import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a transaction must be to be let in. Has no state.
public final class EntryCheck {
  private static final Felt ACCOUNT = Programs.classHash(AccountProgram.NAME);

  private EntryCheck() {}

  /// Throws [ChainRefusal] where even the least of a transaction is above its bounds, at these
  /// prices.
  public static void bounds(Broadcast sent, GasPrices prices) {
    GasUse least = GasUse.minimum(sent.calldata().size());
    if (!least.isWithin(sent.offer().bounds(), prices)) {
      throw ChainRefusal.bounds();
    }
  }

  /// Throws [ChainRefusal] where the account has less than the transaction may cost.
  public static void balance(StateView state, Broadcast sent) {
    BigInteger balance = state.read(TokenProgram.balanceOf(sent.sender())).value();
    if (sent.cost().compareTo(balance) > 0) {
      throw ChainRefusal.balance();
    }
  }

  /// What is said against a transaction by its account; null: it is its owner's, and a list of
  /// calls.
  public static @Nullable Revert validation(StateView state, Sent sent, SignatureCheck signatures) {
    Broadcast transaction = sent.transaction();
    Felt classHash = state.read(StateCell.classHash(transaction.sender()));
    CallSite site =
        new CallSite(Felt.ZERO, transaction.sender(), classHash, AccountProgram.VALIDATE);
    if (classHash.isZero()) {
      return new Revert.NotDeployed(List.of(site));
    }
    try {
      if (!classHash.equals(ACCOUNT)) {
        throw ContractPanic.noEntrypoint();
      }
      AccountProgram.calls(transaction.calldata());
      if (!isSigned(state, sent, signatures)) {
        throw ContractPanic.of("Account: invalid signature");
      }
      return null;
    } catch (ContractPanic panic) {
      return new Revert.Panicked(List.of(site), panic.data());
    }
  }

  private static boolean isSigned(StateView state, Sent sent, SignatureCheck signatures) {
    Felt key = state.read(AccountProgram.keyOf(sent.transaction().sender()));
    List<Felt> words = sent.transaction().signature();
    return words.size() == 2
        && signatures.isSigned(key, sent.hash(), words.getFirst(), words.getLast());
  }
}
