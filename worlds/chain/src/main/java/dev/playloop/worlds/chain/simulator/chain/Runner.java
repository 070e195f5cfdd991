package dev.playloop.worlds.chain.simulator.chain;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.node.ChainEvent;
import dev.playloop.worlds.chain.simulator.AccountProgram;
import dev.playloop.worlds.chain.simulator.BlockContext;
import dev.playloop.worlds.chain.simulator.Broadcast;
import dev.playloop.worlds.chain.simulator.CallTrace;
import dev.playloop.worlds.chain.simulator.Execution;
import dev.playloop.worlds.chain.simulator.GasUse;
import dev.playloop.worlds.chain.simulator.Programs;
import dev.playloop.worlds.chain.simulator.Revert;
import dev.playloop.worlds.chain.simulator.StateCell;
import dev.playloop.worlds.chain.simulator.StateLayer;
import dev.playloop.worlds.chain.simulator.TokenProgram;
import dev.playloop.worlds.chain.simulator.pool.Sent;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Executes a transaction: the nonce is used, the calls are made or undone as a whole, the fee is
/// paid in either case. Has no state.
final class Runner {
  /// Who is paid, as a devnet names it.
  static final Felt SEQUENCER = Felt.of(0x1000);

  private final Programs programs;

  Runner(Programs programs) {
    this.programs = programs;
  }

  /// Whether a transaction is held to its bounds and pays.
  enum Charge {
    FULL,
    NONE;

    /// What the chain does itself costs nothing.
    static Charge of(Sent sent) {
      return sent.transaction().sender().equals(TokenProgram.FAUCET) ? NONE : FULL;
    }
  }

  /// What it came to, and how.
  ///
  /// @param trace null where it was reverted
  /// @param feeTransfer null where nothing was paid
  record Ran(
      Executed executed,
      @Nullable CallTrace trace,
      @Nullable Revert revert,
      @Nullable CallTrace feeTransfer) {}

  /// The body's part of a transaction.
  private record Body(@Nullable CallTrace trace, @Nullable Revert revert, GasUse gas) {}

  /// Writes to the state; null where the account can't pay, and then nothing is written.
  @Nullable Ran run(StateLayer below, BlockContext block, Sent sent, Charge charge) {
    Broadcast transaction = sent.transaction();
    StateLayer state = new StateLayer(below);
    StateCell nonce = StateCell.nonce(transaction.sender());
    state.write(nonce, Felt.of(transaction.nonce().value().add(BigInteger.ONE)));
    StateLayer work = new StateLayer(state);
    Body body = body(work, block, sent, charge);
    BigInteger fee = BigInteger.ZERO;
    CallTrace payment = null;
    if (charge == Charge.FULL) {
      BigInteger tip = transaction.offer().tip();
      fee = body.gas().fee(block.prices(), tip);
      if (body.revert() == null && balance(work, transaction).compareTo(fee) < 0) {
        body =
            new Body(
                null, new Revert.Overspent("Insufficient balance left for the fee."), body.gas());
      }
      if (body.revert() == null) {
        work.mergeInto(state);
      }
      payment = payment(state, block, sent, fee);
      if (payment == null) {
        return null;
      }
    } else if (body.revert() == null) {
      work.mergeInto(state);
    }
    state.mergeInto(below);
    Executed executed = executed(sent, body, fee, payment);
    return new Ran(executed, body.revert() == null ? body.trace() : null, body.revert(), payment);
  }

  private Body body(StateLayer work, BlockContext block, Sent sent, Charge charge) {
    Broadcast transaction = sent.transaction();
    int words = transaction.calldata().size();
    long least = GasUse.minimum(words).l2Gas();
    long bound = transaction.offer().bounds().l2Gas().maxAmount();
    long most = charge == Charge.FULL ? Math.min(bound, GasUse.L2_MOST) : GasUse.L2_MOST;
    Execution execution = new Execution(programs, block, origin(sent), Math.max(0, most - least));
    Execution.Result result =
        execution.run(
            work,
            Felt.ZERO,
            new Execution.Entry(
                transaction.sender(), AccountProgram.EXECUTE, transaction.calldata()));
    return switch (result) {
      case Execution.Result.Failed failed ->
          new Body(null, failed.revert(), GasUse.of(words, execution.gas(), 0));
      case Execution.Result.Done done -> {
        GasUse gas = GasUse.of(words, execution.gas(), work.changes().size());
        long data = transaction.offer().bounds().l1DataGas().maxAmount();
        yield charge == Charge.FULL && gas.l1DataGas() > data
            ? new Body(null, tooMuchData(data, gas), GasUse.of(words, execution.gas(), 0))
            : new Body(done.trace(), null, gas);
      }
    };
  }

  private static Revert tooMuchData(long most, GasUse gas) {
    return new Revert.Overspent(
        "Insufficient max L1DataGas: max amount: "
            + most
            + ", actual used: "
            + gas.l1DataGas()
            + ".");
  }

  private static BigInteger balance(StateLayer state, Broadcast transaction) {
    return state.read(TokenProgram.balanceOf(transaction.sender())).value();
  }

  private static Execution.Origin origin(Sent sent) {
    return new Execution.Origin(sent.transaction().sender(), sent.hash());
  }

  private @Nullable CallTrace payment(
      StateLayer state, BlockContext block, Sent sent, BigInteger fee) {
    Execution execution = new Execution(programs, block, origin(sent), GasUse.L2_MOST);
    List<Felt> calldata = new ArrayList<>(List.of(SEQUENCER));
    calldata.addAll(TokenProgram.words(fee));
    Execution.Result result =
        execution.run(
            state,
            sent.transaction().sender(),
            new Execution.Entry(TokenProgram.ADDRESS, TokenProgram.TRANSFER, calldata));
    return result instanceof Execution.Result.Done done ? done.trace() : null;
  }

  private static Executed executed(
      Sent sent, Body body, BigInteger fee, @Nullable CallTrace payment) {
    List<ChainEvent> events = new ArrayList<>();
    Revert revert = body.revert();
    if (body.trace() != null && revert == null) {
      events.addAll(body.trace().allEvents());
    }
    if (payment != null) {
      events.addAll(payment.allEvents());
    }
    return new Executed(
        sent.hash(),
        sent.transaction(),
        new Executed.Cost(body.gas(), fee),
        revert == null ? null : revert.text(),
        events);
  }
}
