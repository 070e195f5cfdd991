package dev.playloop.worlds.chain.lane.rules;

import dev.playloop.worlds.chain.backend.AccountNonces;
import dev.playloop.worlds.chain.backend.SeenAttempt.Stage;
import org.jspecify.annotations.Nullable;

/// Decides the next step of a transaction, and which nonce a new one gets: pure functions, so that
/// each rule is a row of a table. Immutable.
///
/// ```
/// any attempt in a block ───────────────────────────► landed
/// chain's nonce below the floor ────────────────────► forgotten
/// any attempt executed ─────────────────────────────► landed, where that is enough; else watch
/// any attempt waiting ──────────────────────────────► watch, or bump
/// none known, nonce used ──(several looks)──────────► foreign writer
/// none known, nonce used in no block yet ───────────► watch
/// none known, an earlier nonce not used ────────────► the earlier one first
/// none known, nonce free ───────────────────────────► send the same bytes, or bump
/// ```
///
/// @param enough from where on a transaction counts as landed
/// @param looks how many in a row must see a used nonce and no attempt, until that is believed
public record LaneDecider(Stage enough, int looks) {
  /// Throws [IllegalArgumentException] where one look would be believed, or a transaction would
  /// land before it is executed.
  public LaneDecider {
    if (looks < 2 || enough.compareTo(Stage.PRE_CONFIRMED) < 0) {
      throw new IllegalArgumentException("at least two looks, at what is executed");
    }
  }

  /// The next step.
  public LaneStep decide(LaneSight sight) {
    int landed = sight.reached(Stage.ACCEPTED);
    if (landed >= 0) {
      return new LaneStep.Landed(landed);
    }
    String forgotten = forgotten(sight.nonces(), sight.beside().floor());
    if (forgotten != null) {
      return new LaneStep.Forgotten(forgotten);
    }
    int executed = sight.reached(Stage.PRE_CONFIRMED);
    if (executed >= 0) {
      return enough == Stage.PRE_CONFIRMED
          ? new LaneStep.Landed(executed)
          : new LaneStep.Watch("it is executed, and in no block yet", false);
    }
    if (sight.reached(Stage.WAITING) >= 0) {
      return sight.beside().dearer()
          ? new LaneStep.Bump()
          : new LaneStep.Watch("the chain has it, and has not executed it yet", false);
    }
    return unseen(sight);
  }

  private LaneStep unseen(LaneSight sight) {
    AccountNonces nonces = sight.nonces();
    if (nonces.latest() > sight.mine()) {
      return sight.beside().suspicions() + 1 >= looks
          ? new LaneStep.Foreign()
          : new LaneStep.Watch("its nonce is used, and the chain does not know it", true);
    }
    if (nonces.pending() > sight.mine()) {
      // What is in no block yet may go again, and ours with it.
      return new LaneStep.Watch("its nonce is used by what is in no block yet", false);
    }
    if (nonces.pending() < sight.mine()) {
      return new LaneStep.Earlier();
    }
    return sight.beside().dearer() ? new LaneStep.Bump() : new LaneStep.Send(sight.beside().best());
  }

  private static @Nullable String forgotten(AccountNonces nonces, long floor) {
    return nonces.latest() < floor
        ? "the account's next nonce there is %d, and %d were used for good"
            .formatted(nonces.latest(), floor)
        : null;
  }

  /// Which nonce a new intent gets, when all earlier ones of the account have landed.
  ///
  /// @param expected the nonce behind the newest one that was seen to land since the account was
  ///   taken over; null where none was
  public NextNonce next(@Nullable Long expected, long floor, AccountNonces nonces) {
    String forgotten = forgotten(nonces, floor);
    if (forgotten != null) {
      return new NextNonce.Forgotten(forgotten);
    }
    long base = enough == Stage.PRE_CONFIRMED ? nonces.pending() : nonces.latest();
    if (expected != null && base > expected) {
      return new NextNonce.Foreign();
    }
    if (expected != null && base < expected) {
      return new NextNonce.Wait("the chain has not counted the account's newest transaction yet");
    }
    return nonces.pending() == base
        ? new NextNonce.Take(base)
        : new NextNonce.Wait("a transaction of the account is executed, and in no block yet");
  }

  /// What a new intent gets.
  public sealed interface NextNonce {
    record Take(long nonce) implements NextNonce {}

    record Wait(String why) implements NextNonce {}

    /// Somebody else has used one since.
    record Foreign() implements NextNonce {}

    record Forgotten(String why) implements NextNonce {}
  }
}
