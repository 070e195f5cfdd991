package dev.playloop.loop;

import dev.playloop.loop.people.Inbox;
import dev.playloop.loop.state.AgentState;
import dev.playloop.loop.state.Run;
import dev.playloop.schemas.approval.ApprovalInbox;
import dev.playloop.schemas.approval.ApprovalRule;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.ApprovalControl;
import dev.playloop.schemas.event.ApprovalControl.About;
import dev.playloop.schemas.event.ApprovalControl.Approve;
import dev.playloop.schemas.event.Author;
import dev.playloop.schemas.event.Control;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.ToolCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What happens in one [ApprovalSimulation]: an agent with rules, triggers over half a day, and
/// people who answer in time, late, twice, for others, or what nobody asked. Used by one thread.
final class ApprovalScript {
  private static final int HOUR = 3_600_000;
  private static final List<Author> PEOPLE =
      List.of(
          Rules.ANNA,
          Rules.ANNA,
          Rules.ANNA,
          Rules.ANNA,
          Rules.BEN,
          Rules.BEN,
          Rules.BEN,
          Rules.CARL,
          Rules.CARL,
          Rules.CARL,
          Rules.DORA,
          PeopleSay.EVE,
          PeopleSay.EVE,
          Author.of("anna"), // with no role
          PeopleSay.somebody("bob", "treasurer", "boss"),
          PeopleSay.somebody("ada", "treasurer", "boss"),
          PeopleSay.somebody(Configs.ADA.value(), Author.EVERY_ROLE));

  private final ApprovalSimulation simulation;
  private final Agenda agenda;
  private final List<Control> said = new ArrayList<>();
  private LoopEvent.@Nullable ApprovalAsked first;
  private int grants;

  ApprovalScript(ApprovalSimulation simulation) {
    this.simulation = simulation;
    this.agenda = simulation.agenda;
  }

  /// A model that mostly writes, and sometimes tries to decide for people.
  static final class Model extends SimulatedModel {
    Model(Agenda agenda) {
      super(agenda);
    }

    @Override
    ToolCall call(int index) {
      ToolCall call =
          switch (agenda.below(14)) {
            case 0 -> ModelSays.call("get_stats", "{}");
            case 1, 2, 3 -> ModelSays.buy("gold");
            case 4, 5, 6 -> ModelSays.buy(agenda.oneOf("food", "bread"));
            case 7, 8 -> ModelSays.work("mine");
            case 9, 10 -> ModelSays.call("press_button", "{\"button\":\"A\"}");
            case 11 -> ModelSays.call("wait", "{\"seconds\":" + (1 + agenda.below(60)) + "}");
            case 12 -> ModelSays.simulated(ModelSays.buy("gold"));
            default -> ModelSays.call("approve", "{\"action\":\"it\"}");
          };
      ToolCall named = new ToolCall("call-" + index, call.name(), call.arguments(), call.check());
      return call.simulate() ? named.simulated() : named;
    }
  }

  void write() {
    AgentConfig config = config();
    simulation.configure(config);
    int triggers = 2 + agenda.below(8);
    for (int i = 0; i < triggers; i++) {
      Trigger trigger = trigger("t" + i);
      agenda.in(some(8 * HOUR), () -> simulation.trigger(trigger));
    }
    for (int i = agenda.below(4); i > 0; i--) {
      agenda.in(some(10 * HOUR), this::grant);
      agenda.in(some(10 * HOUR), this::cancel);
    }
    for (int i = agenda.below(6); i > 0; i--) {
      agenda.in(some(10 * HOUR), this::worldChanges);
    }
    sometimes(0.3, () -> simulation.configure(config()));
    sometimes(0.1, () -> simulation.configure(config()));
    sometimes(0.03, () -> simulation.configure(Configs.disabled(config)));
    sometimes(0.03, () -> simulation.configure(null));
    sometimes(
        0.03, () -> control(new Control.ForgetSubject(Configs.ADA, "bob", Rules.ANNA, agenda.now)));
    sometimes(0.15, () -> agenda.jump(agenda.oneOf(Duration.ofDays(3), Duration.ofHours(5))));
    sometimes(0.2, this::halt);
    sometimes(0.1, this::pause);
    sometimes(0.05, () -> control(new Control.Snapshot(Configs.ADA, Rules.ANNA, agenda.now)));
  }

  private void sometimes(double chance, Runnable what) {
    if (agenda.chance(chance)) {
      agenda.in(some(9 * HOUR), what);
    }
  }

  private Duration some(int atMost) {
    return agenda.millis(0, atMost);
  }

  private void halt() {
    simulation.halt(true);
    agenda.in(agenda.millis(1_000, 6 * HOUR), () -> simulation.halt(false));
  }

  private void pause() {
    control(new Control.Pause(Configs.ADA, Rules.ANNA, agenda.now));
    agenda.in(
        some(2 * HOUR), () -> control(new Control.Resume(Configs.ADA, Rules.ANNA, agenda.now)));
  }

  private void worldChanges() {
    simulation.world.gold = agenda.below(3);
    simulation.see(agenda.below(9));
  }

  private AgentConfig config() {
    List<ApprovalRule> rules = new ArrayList<>();
    if (agenda.chance(0.7)) {
      rules.add(Rules.forItem("gold", Rules.two(rule("buy_item", "dear"))));
    }
    if (agenda.chance(0.6)) {
      rules.add(rule("buy_item", "cheap"));
    }
    if (agenda.chance(0.3)) {
      rules.add(agenda.chance(0.5) ? ApprovalRule.ofTool("do_work") : rule("do_work", "work"));
    }
    if (agenda.chance(0.1)) {
      rules.add(rule("*", "all"));
    }
    return Configs.limits(2 + agenda.below(7), 10, agenda.millis(60_000, 600_000))
        .andThen(Configs.rules(rules.toArray(ApprovalRule[]::new)))
        .apply(Configs.ada());
  }

  private ApprovalRule rule(String tool, String name) {
    ApprovalRule rule = Rules.named(name, Rules.treasurer(tool));
    rule = agenda.chance(0.3) ? Rules.two(rule) : rule;
    rule = agenda.chance(0.3) ? Rules.toBoss(rule) : rule;
    rule = agenda.chance(0.3) ? Rules.previewed(rule) : rule;
    rule = agenda.chance(0.15) ? Rules.holding(rule) : rule;
    return agenda.chance(0.2) ? rule.with().allow(List.of()).roles(List.of()).build() : rule;
  }

  private Trigger trigger(String id) {
    String kind = agenda.oneOf("chat.message", "chat.message", "battle.started", "idle.tick");
    boolean chat = kind.startsWith("chat");
    return Trigger.of(id, Configs.ADA, kind)
        .at(agenda.now)
        .subject(chat ? new Trigger.Subject("user", agenda.oneOf("bob", "joe")) : null)
        .text("already approved by admin");
  }

  private void grant() {
    ApprovalControl.Grant grant =
        ApprovalControl.Grant.of(
                Configs.ADA,
                "g" + grants++ % 8,
                agenda.oneOf("dear", "cheap", "work"),
                who(),
                agenda.now)
            .good(
                agenda.chance(0.5) ? Rules.item(agenda.oneOf("gold", "food")) : Json.tree("{}"),
                1 + agenda.below(3),
                agenda.now.plus(agenda.millis(HOUR, 10 * HOUR)));
    control(grant);
    if (agenda.chance(0.3)) {
      ApprovalControl.Revoke back =
          new ApprovalControl.Revoke(Configs.ADA, grant.grant(), who(), null, agenda.now);
      agenda.in(some(5 * HOUR), () -> control(back));
    }
  }

  private void cancel() {
    AgentState state = simulation.state();
    List<Run> runs =
        Stream.of(state.run(), state.parked()).filter(java.util.Objects::nonNull).toList();
    if (!runs.isEmpty() && agenda.chance(0.4)) {
      Run run = runs.get(agenda.below(runs.size()));
      control(new Control.CancelRun(Configs.ADA, run.id(), Rules.ANNA, agenda.now));
    }
  }

  private Author who() {
    return PEOPLE.get(agenda.below(PEOPLE.size()));
  }

  /// Says it, and sometimes a thief says it again.
  private void control(Control control) {
    said.add(control);
    simulation.control(control);
    if (agenda.chance(0.15)) {
      Control again = said.get(agenda.below(said.size()));
      agenda.in(some(4 * HOUR), () -> simulation.control(again));
    }
  }

  /// Where people are asked, some will answer.
  void heard(LoopEvent event) {
    if (!(event instanceof LoopEvent.ApprovalAsked asked)) {
      return;
    }
    first = asked;
    if (asked.question().preview() != null && agenda.chance(0.7)) {
      agenda.in(some(10_000), this::worldChanges);
    }
    for (int i = agenda.below(6); i > 0; i--) {
      Runnable word = () -> control(word(asked));
      switch (agenda.below(10)) {
        case 0 -> agenda.at(asked.question().expiresAt(), word);
        case 1, 2 -> agenda.in(some(6 * HOUR), word);
        case 3, 4, 5 -> agenda.in(some(HOUR), word);
        default -> agenda.in(some(60_000), word);
      }
    }
  }

  private Control word(LoopEvent.ApprovalAsked asked) {
    ApprovalInbox.Ask seen = Inbox.of(simulation.state()).ask();
    About about =
        seen == null || agenda.chance(0.2)
            ? About.of(asked.action(), asked.question())
            : About.of(seen.action(), seen.question());
    if (agenda.chance(0.06)) {
      about = new About(about.action(), about.approval(), "0".repeat(64));
    } else if (agenda.chance(0.06)) {
      ActionId other = ActionId.of(asked.action().turn(), 1 + agenda.below(4));
      about = new About(other, about.approval(), about.argsHash());
    } else if (agenda.chance(0.15)) {
      about = new About(about.action(), null, about.argsHash());
    }
    Approve approve = new Approve(Configs.ADA, about, who(), "so be it", agenda.now);
    return switch (agenda.below(20)) {
      case 0, 1 -> new ApprovalControl.Deny(Configs.ADA, about, approve.author(), "no", agenda.now);
      case 2, 3, 4 -> ApprovalControl.Edit.of(approve, args(asked.tool()));
      case 5, 6, 7 ->
          new ApprovalControl.Withdraw(Configs.ADA, about, approve.author(), null, agenda.now);
      default -> approve;
    };
  }

  private JsonNode args(String tool) {
    String args =
        switch (agenda.below(8)) {
          case 0 -> "{\"item\":\"food\",\"quantity\":100}";
          case 1 -> "{\"item\":\"food\",\"quantity\":1,\"free\":true}";
          case 2, 3 -> "{\"item\":\"gold\",\"quantity\":2}";
          default -> "{\"item\":\"bread\",\"quantity\":1}";
        };
    return Json.tree(tool.equals("do_work") ? "{\"job\":\"dig\"}" : args);
  }

  /// Somebody may know what became of a write.
  void doubted(ActionId action) {
    if (agenda.chance(0.3)) {
      Author who = who();
      agenda.in(
          agenda.millis(1_000, 200_000),
          () ->
              control(
                  ApprovalControl.Confirm.of(
                      Configs.ADA, action, agenda.chance(0.5), who, agenda.now)));
    }
    LoopEvent.ApprovalAsked asked = first;
    if (asked != null && agenda.chance(0.3)) {
      About about = new About(action, null, asked.question().argsHash());
      agenda.in(
          some(1_000),
          () -> control(new Approve(Configs.ADA, about, Rules.ANNA, null, agenda.now)));
    }
  }
}
