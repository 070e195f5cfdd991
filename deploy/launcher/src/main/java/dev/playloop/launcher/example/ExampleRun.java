package dev.playloop.launcher.example;

import dev.playloop.audit.log.TopicKeys;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.launcher.LocalSystem;
import dev.playloop.launcher.UserProblem;
import dev.playloop.launcher.watch.Paint;
import dev.playloop.launcher.watch.StepPrinter;
import dev.playloop.operator.Operator;
import dev.playloop.operator.Publisher;
import dev.playloop.operator.Step;
import dev.playloop.schemas.Nearest;
import dev.playloop.schemas.Printable;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.world.WorldDeclaration;
import dev.playloop.worlds.declared.model.DeclaredWorlds;
import dev.playloop.worlds.model.WorldSql;
import dev.playloop.worlds.model.game.GameStart.With;
import dev.playloop.worlds.postgres.RefusedSql;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Plays one example on a local system and says what came of it. Used by one thread.
public final class ExampleRun {
  /// Longer than any run may take by the default limits.
  private static final Duration LIMIT = Duration.ofMinutes(12);

  private static final Duration VIEWS_LIMIT = Duration.ofSeconds(10);

  private final Example example;
  private final PrintWriter out;
  private final PrintWriter err;
  private final Paint paint;
  private final @Nullable JsonLines json;

  private ExampleRun(
      Example example, PrintWriter out, PrintWriter err, Paint paint, @Nullable JsonLines json) {
    this.example = example;
    this.out = out;
    this.err = err;
    this.paint = paint;
    this.json = json;
  }

  /// With a line for each step, for a person.
  public static ExampleRun shown(Example example, PrintWriter out, Paint paint) {
    return new ExampleRun(example, out, out, paint, null);
  }

  /// With JSON lines, for a program; how it differs from what was expected goes to `err`.
  public static ExampleRun json(Example example, PrintWriter out, PrintWriter err) {
    return new ExampleRun(example, out, err, Paint.NONE, new JsonLines(out));
  }

  /// Plays on a running system. Returns 0 where everything was as expected, else 1.
  ///
  /// @param watched whether people watch its game in a browser
  int on(LocalSystem system, boolean watched) throws InterruptedException {
    prepare(example, system);
    Stream.concat(strangers(example).stream(), nobodies(example, system).stream())
        .forEach(line -> err.println(paint.in(Paint.Color.YELLOW, "note: ") + line));
    StepPrinter printer = new StepPrinter(out, paint);
    Consumer<Step> steps = json == null ? printer::print : json::print;
    Outcome outcome = play(example, system, steps, watched ? this::invite : null);
    report(outcome);
    return outcome.differences().isEmpty() ? 0 : 1;
  }

  /// What came of it, how it differs from what was expected, and the numbers to show.
  public record Outcome(
      PlayReport report, List<String> differences, Map<String, JsonNode> counts) {}

  /// Applies the seed to a fresh database, then the agents, and waits until each is seen.
  public static void prepare(Example example, LocalSystem system) throws InterruptedException {
    seed(example, system.sql(example.worlds()));
    KafkaSettings kafka = system.kafka();
    try (FirstViews views = FirstViews.of(kafka);
        Publisher publisher = Publisher.open(kafka)) {
      WorldDeclaration world = example.world();
      if (world != null) {
        new Operator(kafka, "the example", Clock.systemUTC())
            .declare(DeclaredWorlds.records(world, Instant.now(), "the example"));
      }
      publisher.apply(example.agents().stream().map(system.routes()::resolve).toList());
      views.await(example.agents(), VIEWS_LIMIT);
    }
  }

  /// Publishes the triggers and watches to the end, while the example's people answer; `listener`
  /// is told each step. What one of them could not say is a difference, too.
  public static Outcome play(Example example, LocalSystem system, Consumer<Step> listener)
      throws InterruptedException {
    return play(example, system, listener, null);
  }

  /// @param watchers are told where they watch; null: nobody watches
  private static Outcome play(
      Example example,
      LocalSystem system,
      Consumer<Step> listener,
      @Nullable Consumer<String> watchers)
      throws InterruptedException {
    Set<With> with = watchers == null ? Set.of(With.STORY) : Set.of(With.STORY, With.PAGE);
    try (TopicKeys keys = system.keys();
        Play play = Play.open(system.kafka(), system.worldNames(), keys, listener);
        ScriptedPeople people = ScriptedPeople.of(example.people(), system);
        ExampleGame game = ExampleGame.of(example, system, with)) {
      game.page().ifPresent(page -> Objects.requireNonNull(watchers).accept(page));
      PlayReport report = play.play(example.triggers(), game::isPlaying, LIMIT);
      Comparison verdict =
          Comparison.of(
              example.expect(),
              report,
              new Comparison.Witnesses(system.sql(example.worlds()), game));
      List<String> differences = new ArrayList<>(people.unsaid());
      game.failure().ifPresent(differences::add);
      differences.addAll(verdict.differences());
      return new Outcome(report, differences, verdict.counts());
    }
  }

  /// Triggers for nobody in the file of agents wait for half a minute and are dropped: a line for
  /// each such agent, so that nobody waits with them in vain.
  static List<String> strangers(Example example) {
    List<String> agents = example.agents().stream().map(a -> a.agent().value()).toList();
    return example.triggers().stream()
        .map(line -> line.trigger().agent().value())
        .distinct()
        .filter(agent -> !agents.contains(agent))
        .map(agent -> stranger(agent, Nearest.of(agent, agents)))
        .toList();
  }

  private static String stranger(String agent, @Nullable String nearest) {
    return Example.AGENTS
        + " has no agent '"
        + agent
        + "', whose triggers are dropped unless it was applied before"
        + (nearest == null ? "" : "; did you mean '" + nearest + "'?");
  }

  /// An agent acts as somebody whom its world must know: a line for each whom it does not.
  public static List<String> nobodies(Example example, LocalSystem system) {
    Map<String, Set<String>> actors =
        example.agents().stream()
            .collect(
                Collectors.groupingBy(
                    config -> config.agent().world(),
                    Collectors.mapping(AgentConfig::actor, Collectors.toSet())));
    Map<String, Set<String>> unknown = new HashMap<>();
    actors.forEach((world, names) -> unknown.put(world, system.unknownActors(world, names)));
    return example.agents().stream()
        .filter(config ->
            unknown.getOrDefault(config.agent().world(), Set.of()).contains(config.actor()))
        .map(config ->
            Example.AGENTS
                + ": the world knows no actor '"
                + config.actor()
                + "', so it refuses what '"
                + config.agent()
                + "' does; put it into "
                + Example.SEED
                + ", or name another")
        .toList();
  }

  private static void seed(Example example, Optional<WorldSql> sql) {
    String script = example.seedSql();
    if (script == null) {
      return;
    }
    WorldSql database =
        sql.orElseThrow(() ->
            UserProblem.usage(
                "the example has a seed.sql, but no world has a database", "remove seed.sql."));
    try {
      database.seed(script);
    } catch (RefusedSql e) {
      throw UserProblem.usage(
          Example.SEED + ":" + e.line() + ": the database refuses it: " + e.getMessage(),
          "mend the line; nothing of the file was applied.");
    }
  }

  private void report(Outcome outcome) {
    PlayReport report = outcome.report();
    if (json != null) {
      json.summary(report, failures(outcome), outcome.counts());
    } else {
      out.println();
      out.println(
          report.triggers()
              + " triggers: "
              + report.runs().size()
              + " runs closed, "
              + report.drops().size()
              + " dropped; "
              + report.turns()
              + " turns, "
              + report.actions()
              + " actions, "
              + report.refused()
              + " of them refused or failed; "
              + StepPrinter.usd(report.usd()));
      report
          .observed()
          .ifPresent(times -> out.println("OBSERVE (trigger to first turn): " + times));
      report
          .longest()
          .ifPresent(run ->
              out.println(
                  "longest run: "
                      + run.closed().run()
                      + ", "
                      + run.took().toMillis()
                      + " ms for "
                      + run.closed().turns()
                      + " turns"));
    }
    if (json == null) {
      outcome
          .counts()
          .forEach((name, value) -> out.println(name + ": " + Printable.line(value.asString())));
    }
    verdict(outcome.differences());
  }

  private int failures(Outcome outcome) {
    return example.expect() == null ? outcome.report().incomplete() : outcome.differences().size();
  }

  private void verdict(List<String> differences) {
    for (String difference : differences) {
      err.println(paint.in(Paint.Color.RED, "differs: ") + Printable.line(difference));
    }
    err.flush();
    if (example.expect() == null) {
      say("no expect.yaml: nothing was checked");
    } else if (differences.isEmpty()) {
      say(paint.in(Paint.Color.BOLD_GREEN, "all expectations hold"));
    } else {
      say(paint.in(Paint.Color.BOLD_RED, differences.size() + " expectations differ"));
    }
    out.flush();
  }

  private void invite(String page) {
    err.println("watch it at " + page);
    err.flush();
  }

  /// For people; with --json nothing but JSON goes to standard output.
  private void say(String line) {
    if (json == null) {
      out.println(line);
      out.flush();
    }
  }
}
