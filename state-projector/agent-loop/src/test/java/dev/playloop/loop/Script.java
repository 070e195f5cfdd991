package dev.playloop.loop;

import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.Control;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.id.RunId;
import java.time.Duration;
import java.util.function.UnaryOperator;

/// What happens to the agent from outside in one history: its config and its changes, triggers that
/// come once or twice, people, and clocks that jump.
final class Script {
  /// Behind all that it has happen.
  private static final Duration LONG = Duration.ofMinutes(15);

  private final LoopSimulation simulation;
  private final Agenda agenda;

  Script(LoopSimulation simulation) {
    this.simulation = simulation;
    this.agenda = simulation.agenda;
  }

  void write() {
    AgentConfig config = config();
    agenda.in(
        agenda.chance(0.1) ? agenda.millis(0, 40_000) : Duration.ZERO,
        () -> simulation.configure(config));
    int triggers = 1 + agenda.below(6);
    for (int i = 0; i < triggers; i++) {
      Trigger trigger = trigger("t" + i);
      agenda.in(agenda.millis(0, 40_000), () -> simulation.trigger(trigger));
      if (agenda.chance(0.15)) {
        agenda.in(agenda.millis(0, 90_000), () -> simulation.trigger(trigger));
      }
    }
    changes(config);
    people();
    clocks();
    halts();
    if (simulation.ticks.isTicking()) {
      agenda.in(LONG, () -> simulation.configure(simulation.ticks.end()));
    }
  }

  private AgentConfig config() {
    UnaryOperator<AgentConfig> change = c -> c;
    int turns = 1 + agenda.below(7);
    int actions = 1 + agenda.below(10);
    Duration deadline = agenda.millis(10_000, 300_000);
    AgentConfig config =
        Configs.limits(turns, actions, deadline).apply(change.apply(Configs.ada()));
    config =
        Configs.caps(agenda.oneOf("0.05", "0.4", "1"), agenda.oneOf("0.1", "0.6", "2"))
            .apply(config);
    if (agenda.chance(0.2)) {
      config = Configs.approvals("buy_item").apply(config);
    }
    if (agenda.chance(0.2)) {
      config =
          Configs.tools("get_stats", "buy_item", "press_button", "reply_to_message").apply(config);
    }
    if (agenda.chance(0.3)) {
      config = Configs.fallback("do_work", "{\"job\":\"mine\"}").apply(config);
    }
    return config;
  }

  private Trigger trigger(String id) {
    String kind =
        agenda.oneOf(
            "chat.message", "chat.message", "battle.started", "schedule.market", "idle.tick");
    boolean chat = kind.startsWith("chat");
    Duration age = agenda.chance(0.02) ? Duration.ofDays(8) : Duration.ofSeconds(1);
    return Trigger.of(id, Configs.ADA, kind)
        .at(agenda.now.minus(age))
        .subject(chat ? new Trigger.Subject("user", agenda.oneOf("bob", "joe")) : null)
        .text("something")
        .replyTo(chat && agenda.chance(0.4) ? "msg-" + agenda.below(6) : null)
        .priority(agenda.chance(0.1) ? Integer.valueOf(agenda.below(100)) : null)
        .hops(agenda.chance(0.03) ? 9 : agenda.below(8))
        .worldVersion(agenda.chance(0.2) ? Long.valueOf(agenda.below(50)) : null);
  }

  private void changes(AgentConfig config) {
    if (agenda.chance(0.15)) {
      AgentConfig lower = Configs.caps("0.03", "0.05").apply(config);
      agenda.in(agenda.millis(0, 30_000), () -> simulation.configure(lower));
    }
    if (agenda.chance(0.1)) {
      agenda.in(agenda.millis(0, 30_000), () -> simulation.configure(Configs.disabled(config)));
      agenda.in(agenda.millis(0, 60_000), () -> simulation.configure(config));
    }
    if (agenda.chance(0.06)) {
      agenda.in(agenda.millis(0, 30_000), () -> simulation.configure(null));
      if (agenda.chance(0.5)) {
        agenda.in(agenda.millis(0, 60_000), () -> simulation.configure(config));
      }
    }
  }

  private void people() {
    if (agenda.chance(0.1)) {
      agenda.in(
          agenda.millis(0, 30_000),
          () -> simulation.control(new Control.Pause(Configs.ADA, PeopleSay.EVE, agenda.now)));
      agenda.in(
          Duration.ofSeconds(40),
          () -> simulation.control(new Control.Resume(Configs.ADA, PeopleSay.EVE, agenda.now)));
    }
    if (agenda.chance(0.2)) {
      agenda.in(
          agenda.millis(0, 40_000),
          () -> {
            RunId run = simulation.openRun();
            if (run != null) {
              simulation.control(
                  new Control.CancelRun(Configs.ADA, run, PeopleSay.EVE, agenda.now));
            }
          });
    }
    if (agenda.chance(0.05)) {
      agenda.in(
          agenda.millis(0, 40_000),
          () ->
              simulation.control(
                  new Control.ForgetSubject(Configs.ADA, "bob", PeopleSay.EVE, agenda.now)));
    }
  }

  private void halts() {
    if (agenda.chance(0.15)) {
      agenda.in(
          agenda.millis(0, 30_000),
          () -> {
            simulation.halt(true);
            agenda.in(agenda.millis(1_000, 600_000), () -> simulation.halt(false));
          });
    }
  }

  private void clocks() {
    if (agenda.chance(0.1)) {
      Duration ahead =
          agenda.oneOf(Duration.ofSeconds(50), Duration.ofMinutes(9), Duration.ofHours(30));
      agenda.in(agenda.millis(0, 40_000), () -> agenda.jump(ahead));
    }
    if (agenda.chance(0.1)) {
      agenda.in(agenda.millis(0, 40_000), () -> simulation.setBack(Duration.ofSeconds(2)));
    }
  }
}
