package dev.playloop.chaos.check;

import dev.playloop.chaos.check.Violation.Kind;
import dev.playloop.chaos.world.VaultWorld;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.event.ApprovalEvent;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.LoopEvent.DropReason;
import dev.playloop.worlds.emerald.model.EmeraldWorld;
import dev.playloop.worlds.eternum.model.EternumWorld;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Holds what was counted against what is promised. Pure; knows no process and no Kafka.
public final class Checker {
  private final Facts facts;
  private final Duration tolerance;
  private final List<Violation> violations = new ArrayList<>();

  private Checker(Facts facts, Duration tolerance) {
    this.facts = facts;
    this.tolerance = tolerance;
  }

  /// `tolerance` is how far clocks may differ: what is late by less than that is not late.
  public static List<Violation> check(Facts facts, Duration tolerance) {
    Checker checker = new Checker(facts, tolerance);
    checker.everyTriggerEndsOnce();
    checker.everyEffectOnce();
    checker.everyDeedOnce();
    checker.everyPressOnce();
    checker.violations.addAll(ChainCheck.check(facts.chain()));
    checker.noAnswerPaidTwice();
    new OrderCheck(facts).violations().forEach(checker.violations::add);
    new SpendCheck(facts).violations().forEach(checker.violations::add);
    facts.audit().forEach(finding -> checker.add(Kind.AUDIT, finding));
    checker.everyBadRecordIsToldOnce();
    facts.untold().forEach(what -> checker.add(Kind.UNTOLD, what));
    facts.crashes().forEach(crash -> checker.add(Kind.CRASH, crash));
    return List.copyOf(checker.violations);
  }

  private void everyTriggerEndsOnce() {
    Map<String, Integer> closed = new HashMap<>();
    Set<String> dropped = new HashSet<>();
    for (Facts.Decided decided : facts.events()) {
      switch (decided.event()) {
        case LoopEvent.RunClosed run -> {
          for (String trigger : run.triggers()) {
            closed.merge(decided.agent() + " " + trigger, 1, Integer::sum);
          }
        }
        case LoopEvent.TriggerDropped drop -> {
          if (drop.reason() != DropReason.DUPLICATE) {
            dropped.add(decided.agent() + " " + drop.trigger());
          }
        }
        case LoopEvent.RunOpened _,
            LoopEvent.TriggerQueued _,
            LoopEvent.TriggerJoined _,
            LoopEvent.RouteChanged _,
            LoopEvent.Overrun _,
            LoopEvent.ApprovalAsked _,
            ApprovalEvent _,
            LoopEvent.Poisoned _,
            LoopEvent.Quarantined _,
            LoopEvent.WorkHeld _,
            LoopEvent.WorkResumed _,
            LoopEvent.CounterpartsForgotten _ -> {}
      }
    }
    Set<String> onLog = new HashSet<>();
    for (Facts.TriggerOnLog trigger : facts.triggers()) {
      String key = trigger.agent() + " " + trigger.id();
      onLog.add(trigger.id());
      if (!closed.containsKey(key) && !dropped.contains(key)) {
        add(Kind.LOST, "trigger " + key + " has no end");
      }
    }
    for (String id : facts.accepted()) {
      if (!onLog.contains(id)) {
        add(Kind.LOST, "trigger " + id + " was accepted and is not on the log");
      }
    }
    closed.forEach((trigger, times) -> {
      if (times > 1) {
        add(Kind.DUPLICATE, "trigger " + trigger + " closed " + times + " times");
      }
      if (dropped.contains(trigger)) {
        add(Kind.DUPLICATE, "trigger " + trigger + " closed and was dropped");
      }
    });
  }

  private void everyEffectOnce() {
    Map<String, Integer> happened = new HashMap<>();
    for (EffectLog.Effect effect : facts.effects()) {
      happened.merge(effect.action(), 1, Integer::sum);
      if (effect.at().isAfter(effect.notAfter().plus(tolerance))) {
        add(Kind.LATE, effect.action() + " was begun at " + effect.at());
      }
    }
    Set<String> asked = writes();
    happened.forEach((action, times) -> {
      if (times > 1) {
        add(Kind.DUPLICATE, action + " happened " + times + " times");
      }
      if (!asked.contains(action)) {
        add(Kind.DUPLICATE, action + " happened and nobody had asked for it");
      }
    });
    for (Facts.Result result : facts.results()) {
      if (result.action().startsWith(VaultWorld.NAME + "/")) {
        compare(result, happened.containsKey(result.action()));
      }
    }
  }

  private void everyDeedOnce() {
    Map<String, Facts.Deed> kept = new HashMap<>();
    Set<String> asked = writes();
    for (Facts.Deed deed : facts.deeds()) {
      kept.put(deed.action(), deed);
      int due = deed.due() < 0 || deed.ok() ? deed.due() : 0;
      if (due >= 0 && deed.bookings() != due) {
        add(
            deed.bookings() > due ? Kind.DUPLICATE : Kind.LOST,
            deed.action() + " has " + deed.bookings() + " rows in the books");
      }
      if (!asked.contains(deed.action())) {
        add(Kind.DUPLICATE, deed.action() + " happened and nobody had asked for it");
      }
    }
    for (Facts.Result result : facts.results()) {
      if (asked.contains(result.action())
          && !result.action().startsWith(VaultWorld.NAME + "/")
          && !result.action().startsWith(EmeraldWorld.NAME + "/")
          && !result.action().startsWith(EternumWorld.NAME + "/")) {
        Facts.Deed deed = kept.get(result.action());
        compare(result, deed != null && deed.ok());
      }
    }
    facts
        .booksOff()
        .forEach(account -> add(Kind.DUPLICATE, "an account differs from the books: " + account));
  }

  /// A game can't tell whose press it was: it has seen all that were done, and no more than that
  /// and those of which nobody knows.
  private void everyPressOnce() {
    if (facts.presses() < 0) {
      return;
    }
    Map<String, Status> told = new HashMap<>();
    facts.results().forEach(result -> told.put(result.action(), result.status()));
    long done = 0;
    long open = 0;
    for (String action : writes()) {
      if (action.startsWith(EmeraldWorld.NAME + "/")) {
        Status status = told.getOrDefault(action, Status.UNKNOWN);
        done += status == Status.DONE ? 1 : 0;
        open += status == Status.UNKNOWN ? 1 : 0;
      }
    }
    String counted =
        "the game saw %d presses; %d were done, of %d nobody knows"
            .formatted(facts.presses(), done, open);
    if (facts.presses() > done + open) {
      add(Kind.DUPLICATE, counted);
    } else if (facts.presses() < done) {
      add(Kind.LOST, counted);
    }
  }

  /// UNKNOWN promises nothing, and is true of anything.
  private void compare(Facts.Result result, boolean happened) {
    if (result.status() == Status.DONE && !happened) {
      add(Kind.LOST, result.action() + " is reported as done and did not happen");
    }
    if (result.status() != Status.DONE && result.status() != Status.UNKNOWN && happened) {
      add(Kind.UNTRUE, result.action() + " happened and is reported as " + result.status());
    }
  }

  private void noAnswerPaidTwice() {
    for (Facts.Answer answer : facts.answers()) {
      for (Facts.Call call : facts.calls().getOrDefault(answer.bodyHash(), List.of())) {
        if (call.at().isAfter(answer.readableAt())) {
          add(
              Kind.REPAID,
              "%s: its answer was readable at %s, called again at %s"
                  .formatted(answer.turn(), answer.readableAt(), call.at()));
        }
        if (call.at().isAfter(answer.notAfter().plus(tolerance))) {
          add(Kind.LATE, answer.turn() + " was called at " + call.at());
        }
      }
    }
  }

  private void everyBadRecordIsToldOnce() {
    Map<String, Integer> told = new HashMap<>();
    for (Facts.Letter letter : facts.deadLetters()) {
      if (facts.hostile().containsKey(letter.of())) {
        told.merge(letter.of(), 1, Integer::sum);
      } else {
        add(Kind.DEAD_LETTER, letter.text());
      }
    }
    facts
        .hostile()
        .forEach((place, what) -> {
          int times = told.getOrDefault(place, 0);
          if (times != 1) {
            add(Kind.UNTOLD, "%s at %s has %d dead letters".formatted(what, place, times));
          }
        });
  }

  private Set<String> writes() {
    Set<String> writes = new HashSet<>();
    for (Facts.Asked asked : facts.actions()) {
      if (asked.write()) {
        writes.add(asked.action());
      }
    }
    return writes;
  }

  private void add(Kind kind, String detail) {
    violations.add(new Violation(kind, detail));
  }
}
