package dev.playloop.worlds.chain.lane;

import dev.playloop.worlds.chain.backend.ChainOutcome;
import dev.playloop.worlds.chain.lane.rules.LaneStep;
import dev.playloop.worlds.model.Reconciled;

/// Finds out what became of a write, and sends nothing. Its caller holds the account.
record LaneInquiry(LaneParts parts, LaneSettling settling, AccountLane lane) {
  private static final String STOPPED = "lane_stopped";

  /// Throws [dev.playloop.worlds.chain.node.NodeUnavailable].
  Reconciled ask(LaneEntry entry, LanePursuit.Ending ending) throws InterruptedException {
    parts.guard().check();
    String other = parts.guard().stopped();
    if (other != null) {
      return new Reconciled.Unknown(STOPPED, other, null);
    }
    if (!entry.isOut()) {
      return new Reconciled.Again(); // signed here, and not sent
    }
    while (true) {
      LaneEyes.Look look = settling.eyes().look(lane, entry, false);
      switch (look.step()) {
        case LaneStep.Landed(int attempt) -> {
          ChainOutcome outcome = settling.land(lane, entry, attempt);
          return outcome == null
              ? new Reconciled.Again()
              : new Reconciled.Done(ending.landed(outcome, look.attempts().get(attempt).reason()));
        }
        case LaneStep.Foreign _ -> {
          boolean forGood = settling.isForeignForGood(lane, entry);
          String why = LaneSettling.foreignWriter(lane, entry.nonce());
          return forGood
              ? new Reconciled.NotDone(LaneSettling.NOT_ANY_MORE + why, null)
              : new Reconciled.Unknown("nonce_taken", why, null);
        }
        case LaneStep.Forgotten(String why) -> {
          parts.guard().stop(why);
          return new Reconciled.Unknown(STOPPED, String.valueOf(settling.stopped(lane)), null);
        }
        case LaneStep.Watch(String _, boolean suspicious) when suspicious ->
            parts.clock().pause(parts.profile().pace().poll());
        case LaneStep.Watch _, LaneStep.Send _, LaneStep.Bump _, LaneStep.Earlier _ -> {
          String stopped = settling.stopped(lane);
          return stopped == null
              ? new Reconciled.Again()
              : new Reconciled.Unknown(STOPPED, stopped, null);
        }
      }
    }
  }
}
