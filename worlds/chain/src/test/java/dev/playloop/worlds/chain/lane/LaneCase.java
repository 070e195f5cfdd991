package dev.playloop.worlds.chain.lane;

import dev.playloop.schemas.event.ActionResult;
import dev.playloop.worlds.chain.backend.SignedAttempt;
import dev.playloop.worlds.chain.lane.LaneBench.Crash;
import dev.playloop.worlds.chain.lane.ModelTrouble.Arrival;
import java.util.ArrayList;
import java.util.List;

/// A lane on a chain of which everything can be had.
abstract class LaneCase {
  final ModelChain chain = new ModelChain();
  final LaneBench bench = new LaneBench(chain);

  LaneCase() {
    bench.passing = this::block;
  }

  final void block() {
    chain.execute();
    chain.seal();
  }

  final void arriving(Arrival... arrivals) {
    List<Arrival> left = new ArrayList<>(List.of(arrivals));
    chain.trouble =
        new ModelTrouble() {
          @Override
          public Arrival arrives(SignedAttempt attempt) {
            return left.isEmpty() ? Arrival.TAKEN : left.removeFirst();
          }
        };
  }

  final void dieAt(String at) {
    dieIn(bench, at);
  }

  static void dieIn(LaneBench bench, String at) {
    bench.places =
        new LaneBench.Places() {
          @Override
          public void reached(String place) {
            if (place.equals(at)) {
              bench.places = new LaneBench.Places() {};
              throw new Crash(place);
            }
          }
        };
  }

  static String code(ActionResult result) {
    return result.error() == null ? "" : result.error().code();
  }

  static String hash(ActionResult result) {
    return result.receipts().isEmpty() ? String.valueOf(result) : result.receipts().getFirst();
  }
}
