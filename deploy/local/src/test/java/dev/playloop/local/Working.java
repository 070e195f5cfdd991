package dev.playloop.local;

import dev.playloop.local.example.Example;
import dev.playloop.reasoner.rehearsal.Rehearsal;
import dev.playloop.schemas.config.ConfigFile;
import dev.playloop.schemas.config.TriggerLine;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.id.AgentId;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The smallest play with an effect, for tests that disturb it: Cal (energy 30, gold 0 at first)
/// farms once, which costs 10 energy and pays 30 gold, and ends.
public final class Working {
  public static final AgentId CAL = new AgentId("society/cal");

  public static final Rehearsal RULES =
      Rehearsal.parse(
          "rules",
          """
          rules:
            - name: work once
              when: {kind: schedule.work, turn: 1}
              call: {tool: do_work, args: {jobType: farming}}
            - {name: done, say: Done for today.}
          """);

  private Working() {}

  public static LocalOptions options() {
    return LocalOptions.of(AllSettings.read(Map.of(), null)).withRehearsal(RULES);
  }

  public static String fixtures() {
    return Objects.requireNonNull(Example.load("society").seedSql());
  }

  public static AgentConfig cal(LocalSystem system) {
    String yaml =
        """
        - agent: society/cal
          actor: cal
          enabled: true
          instructions: {identity: Cal.}
          boundaries: {"*": {tools: [do_work]}}
        """;
    return system.routes().resolve(new ConfigFile("agents.yaml", yaml).agents().getFirst());
  }

  public static Trigger trigger(String id) {
    return new Trigger(1, id, CAL, "schedule.work", null, null, "Work.", null, null, null, 0);
  }

  public static List<TriggerLine> lines(String... ids) {
    return java.util.Arrays.stream(ids).map(id -> new TriggerLine(trigger(id), null)).toList();
  }

  /// Cal's gold: 30 for each time that the work was really done.
  public static int gold(LocalSystem system) {
    return number(system, "gold");
  }

  /// A number of Cal's in the database.
  static int number(LocalSystem system, String column) {
    return Objects.requireNonNull(
            system
                .sql()
                .orElseThrow()
                .query("select " + column + " from users where id = 'cal'")
                .getFirst()
                .get(column))
        .asInt();
  }
}
