package dev.playloop.worlds.chain.simulator.chain;

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
final class EntryCheck {
  private static final Felt ACCOUNT = Programs.classHash(AccountProgram.NAME);

  private EntryCheck() {}

  /// Throws [ChainRefusal] where no account is there that anybody can act for.
  static void account(StateView state, Felt sender) {
    if (!state.read(StateCell.classHash(sender)).equals(ACCOUNT)
        || sender.equals(TokenProgram.FAUCET)) {
      throw ChainRefusal.noAccount();
    }
  }

  /// Throws [ChainRefusal] where even the least of a transaction is above its bounds, at these
  /// prices.
  static void bounds(Broadcast sent, GasPrices prices) {
    GasUse least = GasUse.minimum(sent.calldata().size());
    if (!least.isWithin(sent.offer().bounds(), prices)) {
      throw ChainRefusal.bounds();
    }
  }

  /// Throws [ChainRefusal] where the account has less than the transaction may cost.
  static void balance(StateView state, Broadcast sent) {
    BigInteger balance = state.read(TokenProgram.balanceOf(sent.sender())).value();
    if (sent.cost().compareTo(balance) > 0) {
      throw ChainRefusal.balance();
    }
  }

  /// What the account says against a transaction; null: it is its owner's, and a list of calls.
  static Revert.@Nullable Panicked validation(
      StateView state, Sent sent, SignatureCheck signatures) {
    Broadcast transaction = sent.transaction();
    try {
      AccountProgram.calls(transaction.calldata());
    } catch (ContractPanic panic) {
      return said(transaction.sender(), panic);
    }
    Felt key = state.read(AccountProgram.keyOf(transaction.sender()));
    List<Felt> words = transaction.signature();
    return words.size() == 2
            && signatures.isSigned(key, sent.hash(), words.getFirst(), words.getLast())
        ? null
        : said(transaction.sender(), ContractPanic.of("Account: invalid signature"));
  }

  private static Revert.Panicked said(Felt account, ContractPanic panic) {
    CallSite site = new CallSite(Felt.ZERO, account, ACCOUNT, AccountProgram.VALIDATE);
    return new Revert.Panicked(List.of(site), panic.data());
  }
}
