package dev.playloop.worlds.chain.simulator.chain;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.simulator.Broadcast;
import dev.playloop.worlds.chain.simulator.CallTrace;
import dev.playloop.worlds.chain.simulator.GasPrices;
import dev.playloop.worlds.chain.simulator.GasUse;
import dev.playloop.worlds.chain.simulator.Revert;
import dev.playloop.worlds.chain.simulator.StateCell;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What transactions would come to, one after the other, without effect.
public sealed interface DryRun {
  /// Each of them is executed, reverted ones too.
  record Finished(List<Simulated> each) implements DryRun {
    public Finished {
      each = List.copyOf(each);
    }
  }

  /// One of them is not even executed.
  ///
  /// @param at its place, the first is 0
  record Stopped(int at, Why why) implements DryRun {}

  /// Why one is not executed.
  sealed interface Why {
    /// By its account.
    record Invalid(Revert revert) implements Why {}

    /// By the chain.
    record Refused(String text) implements Why {}
  }

  /// A transaction and the version that it was sent under.
  ///
  /// @param query whether that is the one for estimates
  record Asked(Broadcast transaction, boolean query) {}

  /// What is left out.
  record Leniency(boolean validation, boolean fee) {}

  /// How one went.
  ///
  /// @param trace null where it was reverted
  /// @param feeTransfer null where nothing was paid
  record Simulated(
      @Nullable CallTrace trace,
      @Nullable Revert revert,
      @Nullable CallTrace feeTransfer,
      Map<StateCell, Felt> changes,
      Cost cost) {}

  /// What it takes, and what a unit of that costs.
  record Cost(GasUse gas, GasPrices prices) {}
}
