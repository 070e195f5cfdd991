package dev.playloop.worlds.chain.simulator.chain;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.simulator.BlockContext;
import dev.playloop.worlds.chain.simulator.Broadcast;
import dev.playloop.worlds.chain.simulator.InvokeHash;
import dev.playloop.worlds.chain.simulator.Revert;
import dev.playloop.worlds.chain.simulator.SignatureCheck;
import dev.playloop.worlds.chain.simulator.StateCell;
import dev.playloop.worlds.chain.simulator.StateLayer;
import dev.playloop.worlds.chain.simulator.StateView;
import dev.playloop.worlds.chain.simulator.pool.ChainRefusal;
import dev.playloop.worlds.chain.simulator.pool.EntryCheck;
import dev.playloop.worlds.chain.simulator.pool.Sent;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Runs transactions on a state and forgets what they did. Used once, by one thread.
final class DryRunner {
  private final Runner runner;
  private final SignatureCheck signatures;
  private final Felt chainId;
  private final BlockContext block;
  private final StateLayer state;

  DryRunner(BlockMaker maker, SignatureCheck signatures, BlockContext block, StateView below) {
    this.runner = maker.runner();
    this.signatures = signatures;
    this.chainId = maker.chainId();
    this.block = block;
    this.state = new StateLayer(below);
  }

  DryRun run(List<DryRun.Asked> asked, DryRun.Leniency leniency) {
    List<DryRun.Simulated> each = new ArrayList<>();
    for (DryRun.Asked one : asked) {
      Sent sent =
          new Sent(InvokeHash.of(one.transaction(), chainId, one.query()), one.transaction());
      DryRun.Why why = refused(sent, leniency);
      StateLayer own = new StateLayer(state);
      Runner.Ran ran =
          why != null
              ? null
              : runner.run(
                  own, block, sent, leniency.fee() ? Runner.Charge.NONE : Runner.Charge.FULL);
      if (ran == null) {
        return new DryRun.Stopped(
            each.size(), why == null ? new DryRun.Why.Refused("the fee can't be paid.") : why);
      }
      each.add(
          new DryRun.Simulated(
              ran.trace(),
              ran.revert(),
              ran.feeTransfer(),
              own.changes(),
              new DryRun.Cost(ran.executed().cost().gas(), block.prices())));
      own.mergeInto(state);
    }
    return new DryRun.Finished(each);
  }

  private DryRun.@Nullable Why refused(Sent sent, DryRun.Leniency leniency) {
    Broadcast transaction = sent.transaction();
    BigInteger next = state.read(StateCell.nonce(transaction.sender())).value();
    if (!next.equals(transaction.nonce().value())) {
      return new DryRun.Why.Refused(
          "Invalid transaction nonce of contract at address "
              + transaction.sender().padded()
              + ". Account nonce: "
              + Felt.of(next).padded()
              + "; got: "
              + transaction.nonce().padded()
              + ".");
    }
    try {
      if (!leniency.fee()) {
        EntryCheck.bounds(transaction, block.prices());
        EntryCheck.balance(state, transaction);
      }
    } catch (ChainRefusal refusal) {
      return new DryRun.Why.Refused(refusal.getMessage() + ".");
    }
    Revert said = leniency.validation() ? null : EntryCheck.validation(state, sent, signatures);
    return said == null ? null : new DryRun.Why.Invalid(said);
  }
}
