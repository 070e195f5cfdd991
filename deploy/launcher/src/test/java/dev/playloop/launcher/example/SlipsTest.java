package dev.playloop.launcher.example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.launcher.LocalSystem;
import dev.playloop.launcher.UserProblem;
import dev.playloop.launcher.Working;
import dev.playloop.launcher.watch.Paint;
import dev.playloop.schemas.config.ConfigFile;
import dev.playloop.testkit.NeedsInfra;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Slips in an example's own files, played on a system whose rehearsal model has a price.
@NeedsInfra
class SlipsTest {
  private static LocalSystem system;

  @BeforeAll
  static void start() throws InterruptedException {
    system =
        LocalSystem.start(
            Working.options(
                Map.of(
                    "PLAYLOOP_MODEL_PRICE_INPUT", "5",
                    "PLAYLOOP_MODEL_PRICE_OUTPUT", "25",
                    "PLAYLOOP_HTTP_PORT", "0")));
    system.sql().orElseThrow().seed(Working.fixtures());
  }

  @AfterAll
  static void stop() {
    if (system != null) {
      system.close();
    }
  }

  /// D10
  @Test
  void aSeedThatTheDatabaseRefusesIsNamedWithItsLine() {
    String seed =
        """
        -- a village; with a "quote'
        insert into knowledge (id, title, body, tags) values ('k1', 'a;b', 'c', 'd');

        insert into knowledge (id, title, body, tags)
          select 'k2', name, name, name
            from marketitems;
        """;

    assertThatThrownBy(() -> ExampleRun.prepare(example(seed, null), system))
        .isInstanceOfSatisfying(
            UserProblem.class, problem -> assertThat(problem.exitCode()).isEqualTo(2))
        .hasMessage("seed.sql:6: the database refuses it: relation \"marketitems\" does not exist");
    assertThat(system.sql().orElseThrow().query("select id from knowledge where id = 'k1'"))
        .isEmpty();
  }

  /// D10
  @Test
  void aQueryThatTheDatabaseRefusesIsADifferenceAndTheRestIsStillCompared()
      throws InterruptedException {
    String expect =
        """
        triggers:
          - {trigger: never-sent, outcome: COMPLETED}
        sql:
          - {query: "select nme from users", rows: []}
          - {query: "select id from users where id = 'cal'", rows: [{id: cal}]}
        counts:
          - {name: broken, query: "select count(*) from uzers"}
          - {name: cals, query: "select count(*) from users where id = 'cal'"}
        """;
    ExampleRun.prepare(example(null, expect), system);

    ExampleRun.Outcome outcome = ExampleRun.play(example(null, expect), system, _ -> {});

    assertThat(outcome.differences())
        .satisfiesExactly(
            one -> assertThat(one).contains("never-sent", "got nothing"),
            one ->
                assertThat(one)
                    .contains("expect.yaml: sql[0].query", "column \"nme\" does not exist"),
            one -> assertThat(one).contains("expect.yaml: counts[0].query", "relation \"uzers\""));
    assertThat(outcome.counts()).containsOnlyKeys("cals");
  }

  /// D13
  @Test
  void triggersForNobodyAreToldAtOnce() {
    Example example =
        strangers(
                """
                {"id":"a","agent":"society/cal","kind":"schedule.work"}
                {"id":"b","agent":"society/call","kind":"schedule.work"}
                {"id":"c","agent":"society/call","kind":"schedule.work"}
                """)
            .build();

    assertThat(ExampleRun.strangers(example))
        .singleElement()
        .asString()
        .contains("no agent 'society/call'", "did you mean 'society/cal'?");
  }

  /// No journal tells of them.
  @Test
  void triggersForNobodyEndAsDrops() throws InterruptedException {
    Example example =
        strangers(
                """
                {"id":"no-agent","agent":"society/call","kind":"schedule.work"}
                {"id":"no-world","agent":"nowhere/cal","kind":"schedule.work"}
                """)
            .expect(
                new ConfigFile(
                        "expect.yaml",
                        """
                        triggers:
                          - {trigger: no-agent, dropped: NO_SUCH_AGENT}
                          - {trigger: no-world, dropped: NO_SUCH_AGENT}
                        """)
                    .expectations())
            .build();

    ExampleRun.Outcome outcome = ExampleRun.play(example, system, _ -> {});

    assertThat(outcome.differences()).isEmpty();
    assertThat(outcome.report().drops()).hasSize(2);
  }

  /// D9
  @Test
  void anAgentWhoActsAsNobodyIsToldAtOnce() throws InterruptedException {
    Example example =
        ExampleBuilder.builder()
            .name("nobody")
            .agents(
                new ConfigFile(
                        "agents.yaml",
                        """
                        - agent: society/ghost
                          actor: no
                          enabled: true
                          instructions: {identity: Ghost.}
                        - agent: society/cal
                          actor: cal
                          enabled: true
                          instructions: {identity: Cal.}
                        """)
                    .agents())
            .triggers(List.of())
            .build();

    assertThat(ExampleRun.nobodies(example, system))
        .singleElement()
        .asString()
        .contains("no actor 'no'", "'society/ghost'", "seed.sql");
  }

  /// D11
  @Test
  void aCapCanBeRehearsed() throws InterruptedException {
    StringWriter out = new StringWriter();
    Example poor =
        ExampleBuilder.builder()
            .name("poor")
            .agents(
                new ConfigFile(
                        "agents.yaml",
                        """
                        - agent: society/poor
                          actor: cal
                          enabled: true
                          instructions: {identity: Poor.}
                          boundaries: {"*": {tools: [do_work]}}
                          caps: {usdPerRun: 0.0001, usdPerDay: 1}
                        """)
                    .agents())
            .triggers(
                new ConfigFile(
                        "triggers.jsonl",
                        """
                        {"id":"poor-1","agent":"society/poor","kind":"schedule.work","text":"Work."}
                        """)
                    .triggers())
            .expect(
                new ConfigFile(
                        "expect.yaml", "triggers: [{trigger: poor-1, outcome: OUT_OF_BUDGET}]")
                    .expectations())
            .build();

    int code = ExampleRun.shown(poor, new PrintWriter(out), Paint.NONE).on(system, false);

    assertThat(code).as(out.toString()).isZero();
    assertThat(out.toString())
        .containsPattern("closed +poor-1 out of budget .* ms, [0-9.]+ USD")
        .containsPattern("1 triggers: .*; [0-9.]+ USD");
  }

  private static Example example(@Nullable String seed, @Nullable String expect) {
    return ExampleBuilder.builder()
        .name("slips")
        .agents(List.of(Working.cal(system)))
        .triggers(Working.lines("slip-1"))
        .expect(expect == null ? null : new ConfigFile("expect.yaml", expect).expectations())
        .seedSql(seed)
        .build();
  }

  /// Cal alone, and triggers of others too.
  private static ExampleBuilder strangers(String triggers) {
    return ExampleBuilder.builder()
        .name("stranger")
        .agents(List.of(Working.cal(system)))
        .triggers(new ConfigFile("triggers.jsonl", triggers).triggers());
  }
}
