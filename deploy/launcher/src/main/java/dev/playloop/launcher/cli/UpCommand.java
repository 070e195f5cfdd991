package dev.playloop.launcher.cli;

import dev.playloop.ingest.IngestSettings;
import dev.playloop.launcher.AllSettings;
import dev.playloop.launcher.HeaderFile;
import dev.playloop.launcher.InstalledWorlds;
import dev.playloop.launcher.LocalOptions;
import dev.playloop.launcher.LocalSystem;
import dev.playloop.launcher.OneMachine;
import dev.playloop.launcher.OpenWorlds;
import dev.playloop.launcher.RunningSystem;
import dev.playloop.launcher.UserProblem;
import dev.playloop.launcher.cli.options.PageOptions;
import dev.playloop.launcher.example.Example;
import dev.playloop.launcher.example.ExampleGame;
import dev.playloop.launcher.example.ExampleRun;
import dev.playloop.launcher.example.Played;
import dev.playloop.launcher.role.Vigil;
import dev.playloop.operator.AgentRegister;
import dev.playloop.operator.Publisher;
import dev.playloop.schemas.Printable;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.world.WorldDeclaration;
import dev.playloop.settings.Settings;
import dev.playloop.worlds.model.Opening.Purpose;
import dev.playloop.worlds.model.game.GameStart.With;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Runs the whole system until Ctrl-C.
@Command(
    name = "up",
    mixinStandardHelpOptions = true,
    description = {
      "Runs the whole system until Ctrl-C.",
      "That is broker, database, workers and model. Applies the agents and the fixtures of an"
          + " example, but publishes no trigger. Without EXAMPLE all worlds are opened, else those"
          + " of its agents and all that are data.",
      "With --data everything is there again after a restart."
    },
    defaultValueProvider = ExampleNames.class)
final class UpCommand implements Callable<Integer> {
  static final String DRY_RUN = "--dry-run";
  private static final String ALL = "all";

  @Parameters(
      arity = "0..1",
      paramLabel = "EXAMPLE",
      description = "whose agents, fixtures and model rules to use (default: ${DEFAULT-VALUE})")
  private String example = "";

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "keep log, database and state there; default: a temporary folder")
  private @Nullable Path data;

  @Option(
      names = "--model",
      paramLabel = "URL",
      description = "ask this model instead of the rehearsal model, as in 'run'")
  private @Nullable URI model;

  @Option(names = "--config", paramLabel = "FILE", description = "properties file with settings")
  private @Nullable Path config;

  @Option(
      names = "--open",
      description =
          "let the HTTP gateway take events without a token: from every program and user of this"
              + " machine")
  private boolean open;

  @Option(names = "--watch", description = "show its game in a browser, as in 'run'")
  private boolean watch;

  @Option(
      names = "--worlds",
      paramLabel = "WORLD,…",
      split = ",",
      description =
          "open these, too: what agents of other worlds decide is done by nobody; 'all' opens each."
              + " Those that were opened on the same --data before are opened again")
  private List<String> further = List.of();

  @Option(
      names = DRY_RUN,
      description =
          "let agents act as ever and send nothing of it, in worlds that have this; no other world is"
              + " opened")
  private boolean dryRun;

  @Mixin private PageOptions page = new PageOptions();

  @Option(
      names = "--play",
      description =
          "publish the example's triggers, too, once somebody has opened the page, or after 30 s")
  private boolean plays;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    Example chosen = Example.load(example);
    if (watch) {
      ExampleGame.requirePage(chosen);
    }
    Settings settings = AllSettings.read(chosen.settings(System.getenv()), config);
    LocalOptions options =
        OneMachine.options(settings, data, model)
            .withRehearsal(chosen.rehearsal())
            .withHttpPort(settings.number(IngestSettings.PORT, 0, 65_535))
            .withOpenGateway(open);
    return Interrupted.by(() ->
        stayUp(
            chosen, dryRun ? dry(chosen, options) : options.withWorlds(opened(chosen, options))));
  }

  private List<String> opened(Example chosen, LocalOptions options) {
    for (String world : further) {
      if (!world.equals(ALL) && !InstalledWorlds.names().contains(world)) {
        throw UserProblem.usage(
            "--worlds: no world is called '" + Printable.line(world) + "'",
            "name some of " + String.join(", ", InstalledWorlds.names()) + ", or 'all'.");
      }
    }
    CommandLine line = Objects.requireNonNull(spec).commandLine();
    boolean all = further.contains(ALL) || !line.getParseResult().hasMatchedPositional(0);
    List<String> named = new ArrayList<>(all ? options.worlds() : chosen.worlds());
    named.addAll(further);
    return opened(options.worlds(), named, options.data());
  }

  /// Of all worlds those that are named, those that are data, and those that have their folder in
  /// `kept` already: their agents are there again.
  static List<String> opened(List<String> all, Collection<String> named, @Nullable Path kept) {
    return all.stream()
        .filter(world ->
            world.equals(WorldDeclaration.SHARED)
                || named.contains(world)
                || (kept != null && Files.isDirectory(kept.resolve(world))))
        .toList();
  }

  /// In the worlds that have a dry run, and in no others.
  private LocalOptions dry(Example chosen, LocalOptions options) {
    if (!further.isEmpty()) {
      throw UserProblem.usage(
          "--worlds opens worlds to act in, and " + DRY_RUN + " opens those that have one",
          "leave one of the two out.");
    }
    List<String> dry = OpenWorlds.withDryRun(options.worlds());
    List<String> others =
        chosen.worlds().stream().filter(world -> !dry.contains(world)).sorted().toList();
    if (!others.isEmpty()) {
      throw UserProblem.usage(
          "the example plays in " + String.join(", ", others) + ", which has no dry run",
          "leave out " + DRY_RUN + ", or name an example of: " + String.join(", ", dry) + ".");
    }
    return options.withWorlds(dry).withPurpose(Purpose.DRY_RUN);
  }

  private int stayUp(Example chosen, LocalOptions options) throws InterruptedException {
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    out.println("starting broker, database, workers and model …");
    out.flush();
    try (LocalSystem system = LocalSystem.start(options);
        RunningSystem.Announced _ = system.announced().announce();
        HeaderFile header = HeaderFile.write(system.httpToken())) {
      ExampleRun.prepare(chosen, system);
      renewRoutes(system);
      try (ExampleGame game = ExampleGame.of(chosen, system, watch ? Set.of(With.PAGE) : Set.of());
          PageOptions.Opened opened = page.open(system, options.settings());
          Played _ = plays ? Played.start(chosen, system, opened::awaitVisitor) : Played.NOTHING) {
        tell(chosen, options, system, door(system, header));
        opened.door().ifPresent(at -> out.println("  page   " + at));
        game.at().ifPresent(at -> out.println("  game   " + at));
        game.page().ifPresent(page -> out.println("  watch  " + page));
        out.flush();
        new Vigil(
                system::isAlive,
                () -> game.failure().orElseGet(system::problem),
                line -> {
                  out.println(line);
                  out.flush();
                })
            .keep();
      }
      return 1;
    } catch (InterruptedException e) {
      out.println("stopped");
      out.flush();
      StartCache.leave();
      return 0;
    }
  }

  private void tell(Example chosen, LocalOptions options, LocalSystem system, String door) {
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    ExampleRun.nobodies(chosen, system).forEach(line -> out.println("note: " + line));
    out.println("Playloop is up; Ctrl-C stops it.");
    if (dryRun) {
      out.println(
          "  This is a dry run in "
              + String.join(", ", options.worlds())
              + ": agents act as ever, and nothing is sent.");
    }
    out.println("  HTTP   " + system.http() + "  (POST /v1/events takes CloudEvents)");
    out.println("         " + door);
    system
        .door()
        .ifPresent(kafka ->
            out.println(
                "  Kafka  " + kafka.bootstrap() + "  (name and secret: " + kafka.file() + ")"));
    out.println(
        "  model  "
            + system.model()
            + (options.model() == null ? "  (for this system alone)" : ""));
    out.println(
        "  data   " + (options.data() == null ? "temporary, gone when it stops" : options.data()));
    out.println("  worlds " + String.join(", ", options.worlds()));
    system.places().forEach(place -> out.println("  " + place));
    out.println("Next, in another terminal: ./playloop agents list");
    system.door().ifPresent(kafka -> out.println("A trigger: " + TypedTrigger.of(chosen, kafka)));
  }

  /// How to get in over HTTP.
  private static String door(LocalSystem system, HeaderFile header) {
    return system.httpToken() == null
        ? "open: every program and user of this machine can make agents act"
        : "curl" + header.curlOption() + " " + system.http() + "/v1/events …";
  }

  /// The rehearsal model listens on another port after a restart; agents that were applied to it
  /// before follow it.
  private static void renewRoutes(LocalSystem system) throws InterruptedException {
    try (Publisher publisher = Publisher.open(system.kafka())) {
      for (AgentConfig config : AgentRegister.read(system.kafka()).values()) {
        AgentConfig renewed = system.routes().renew(config);
        if (!renewed.equals(config)) {
          publisher.apply(renewed);
        }
      }
    }
  }
}
