package dev.playloop.chaos;

import dev.playloop.chaos.check.ChainFacts;
import dev.playloop.chaos.check.EffectLog;
import dev.playloop.chaos.check.Facts;
import dev.playloop.chaos.check.FactsBuilder;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.LoopEvent.DropReason;
import dev.playloop.schemas.event.LoopEvent.RunOutcome;
import dev.playloop.schemas.id.RunId;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Facts for tests, one by one. What is not said is as in a history without a fault.
final class FactsOf {
  static final Instant T = Instant.parse("2026-01-01T12:00:00Z");
  static final String AGENT = "vault/v1";

  private final Set<String> accepted = new HashSet<>();
  private final List<Facts.TriggerOnLog> triggers = new ArrayList<>();
  private final List<Facts.Decided> events = new ArrayList<>();
  private final List<Facts.Paid> paid = new ArrayList<>();
  private final List<Facts.Answer> answers = new ArrayList<>();
  private final Map<String, List<Facts.Call>> calls = new HashMap<>();
  private final List<EffectLog.Effect> effects = new ArrayList<>();
  private final List<Facts.Asked> actions = new ArrayList<>();
  private final List<Facts.Result> results = new ArrayList<>();
  private final List<Facts.Deed> deeds = new ArrayList<>();
  final List<String> booksOff = new ArrayList<>();
  ChainFacts chain = ChainFacts.NONE;
  long presses = -1;
  final List<String> audit = new ArrayList<>();
  final Map<String, String> hostile = new HashMap<>();
  final List<Facts.Letter> deadLetters = new ArrayList<>();
  final List<String> untold = new ArrayList<>();
  final List<String> crashes = new ArrayList<>();

  FactsOf accepted(String trigger) {
    accepted.add(trigger);
    return this;
  }

  FactsOf trigger(String id) {
    triggers.add(new Facts.TriggerOnLog(AGENT, id, Facts.ORDER));
    return this;
  }

  FactsOf opened(String trigger) {
    events.add(
        new Facts.Decided(AGENT, new LoopEvent.RunOpened(run(trigger), trigger, Facts.ORDER)));
    return this;
  }

  FactsOf paid(String trigger, String usd) {
    paid.add(new Facts.Paid(AGENT, run(trigger).value(), new BigDecimal(usd)));
    return this;
  }

  FactsOf closed(String trigger) {
    events.add(
        new Facts.Decided(
            AGENT,
            LoopEvent.RunClosed.of(run(trigger), RunOutcome.COMPLETED, T, T)
                .triggers(List.of(trigger))
                .turns(1)
                .costUsd(BigDecimal.ONE)));
    return this;
  }

  FactsOf overrun(String trigger, String usd) {
    events.add(new Facts.Decided(AGENT, new LoopEvent.Overrun(run(trigger), new BigDecimal(usd))));
    return this;
  }

  FactsOf dropped(String trigger, DropReason reason) {
    events.add(new Facts.Decided(AGENT, new LoopEvent.TriggerDropped(trigger, reason)));
    return this;
  }

  /// A turn that was answered, whose decision could be read at second 10.
  FactsOf answer(String hash) {
    answers.add(new Facts.Answer(AGENT + ":t#1", hash, T.plusSeconds(10), T.plusSeconds(30)));
    return this;
  }

  FactsOf call(String hash, int second) {
    calls
        .computeIfAbsent(hash, _ -> new ArrayList<>())
        .add(new Facts.Call(T.plusSeconds(second), true));
    return this;
  }

  FactsOf asked(String action) {
    actions.add(new Facts.Asked(action, AGENT, true));
    return this;
  }

  FactsOf result(String action, Status status) {
    results.add(new Facts.Result(action, status));
    return this;
  }

  /// It may begin until second 20.
  FactsOf effect(String action, int second) {
    effects.add(new EffectLog.Effect(action, T.plusSeconds(second), T.plusSeconds(20)));
    return this;
  }

  FactsOf deed(String action, boolean ok, int bookings) {
    deeds.add(new Facts.Deed(action, "do_work", ok, bookings, 2));
    return this;
  }

  Facts facts() {
    return FactsBuilder.builder()
        .accepted(accepted)
        .triggers(triggers)
        .events(events)
        .paid(paid)
        .answers(answers)
        .calls(calls)
        .effects(effects)
        .actions(actions)
        .results(results)
        .deeds(deeds)
        .chain(chain)
        .booksOff(booksOff)
        .presses(presses)
        .audit(audit)
        .hostile(hostile)
        .deadLetters(deadLetters)
        .untold(untold)
        .crashes(crashes)
        .caps(Map.of(AGENT, new Facts.Caps(new BigDecimal("0.50"), BigDecimal.ONE)))
        .build();
  }

  private static RunId run(String trigger) {
    return new RunId(AGENT + ":" + trigger);
  }
}
