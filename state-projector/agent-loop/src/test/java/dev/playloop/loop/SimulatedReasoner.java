package dev.playloop.loop;

import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.id.TurnId;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/// Reasoner workers that keep only what the loop counts on: a call begins by its `notAfter` or not
/// at all, and takes at most its limit. Turns get lost, workers die in mid-call and are replaced,
/// decisions come late, twice, and in another order. Nothing here keeps calls apart: that at most
/// one is in flight is the fold's doing, and checked here.
final class SimulatedReasoner {
  static final Duration LIMIT = Duration.ofMinutes(2);

  private final Agenda agenda;
  private final BooleanSupplier halted;
  private final SimulatedModel model;
  private final Consumer<Decision> decisions;
  private final Map<TurnId, Instant> inCall = new HashMap<>();
  private final Map<TurnId, Integer> published = new HashMap<>();

  SimulatedReasoner(
      Agenda agenda, BooleanSupplier halted, SimulatedModel model, Consumer<Decision> decisions) {
    this.agenda = agenda;
    this.halted = halted;
    this.model = model;
    this.decisions = decisions;
  }

  void publish(Turn turn) {
    published.merge(turn.turn(), 1, Integer::sum);
    if (!agenda.chance(0.02)) { // or it is lost
      agenda.in(agenda.delivery(), () -> begin(turn));
    }
  }

  private void begin(Turn turn) {
    if (agenda.now.isAfter(turn.notAfter())) {
      send(model.expired(turn));
      return;
    }
    if (halted.getAsBoolean()) {
      send(model.heldBack(turn));
      return;
    }
    for (Map.Entry<TurnId, Instant> other : inCall.entrySet()) {
      boolean promised = other.getValue().isAfter(agenda.jumped);
      boolean issuedOnce = published.getOrDefault(other.getKey(), 0) == 1;
      if (!other.getKey().equals(turn.turn()) && promised && issuedOnce) {
        throw new AssertionError(
            "G2: " + turn.turn() + " is called while " + other.getKey() + " is in flight");
      }
    }
    inCall.put(turn.turn(), agenda.now);
    Duration takes =
        agenda.chance(0.03)
            ? agenda.millis(30_000, (int) LIMIT.toMillis())
            : agenda.millis(50, 5_000);
    boolean dies = agenda.chance(0.03);
    agenda.in(
        takes,
        () -> {
          inCall.remove(turn.turn());
          if (dies) { // its successor gets the record again
            agenda.in(agenda.millis(500, 120_000), () -> begin(turn));
          } else {
            send(model.answer(turn));
          }
        });
  }

  private void send(Decision decision) {
    agenda.in(agenda.delivery(), () -> decisions.accept(decision));
    if (agenda.chance(0.05)) {
      agenda.in(agenda.delivery(), () -> decisions.accept(decision));
    }
  }
}
