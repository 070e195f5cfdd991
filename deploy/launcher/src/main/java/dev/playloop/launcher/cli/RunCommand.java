package dev.playloop.launcher.cli;

import dev.playloop.ingest.IngestSettings;
import dev.playloop.launcher.AllSettings;
import dev.playloop.launcher.LocalOptions;
import dev.playloop.launcher.OneMachine;
import dev.playloop.launcher.UserProblem;
import dev.playloop.launcher.cli.options.Output;
import dev.playloop.launcher.cli.options.PageOptions;
import dev.playloop.launcher.example.Example;
import dev.playloop.launcher.example.ExampleGame;
import dev.playloop.launcher.example.ExampleRun;
import dev.playloop.launcher.example.LocalRun;
import dev.playloop.launcher.watch.Paint;
import dev.playloop.settings.Settings;
import dev.playloop.worlds.model.Opening.Purpose;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Plays an example from nothing to its end.
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    description = {
      "Plays an example on this machine, from nothing to its end.",
      "Starts broker, database, workers and model, publishes the example's triggers, shows"
          + " each step, and ends when every trigger is closed.",
      "Exit code 0 only if its expect.yaml holds."
    })
final class RunCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "EXAMPLE",
      completionCandidates = ExampleNames.class,
      description = {"${COMPLETION-CANDIDATES}, or a folder with agents.yaml and triggers.jsonl"})
  private String example = "";

  @Option(names = "--watch", description = "show its game in a browser, where it has one")
  private boolean watch;

  @Option(
      names = "--stay",
      description = "keep the system and its page after the end, until Ctrl-C")
  private boolean stay;

  @Option(names = "--json", description = "one JSON object a line instead of the progress")
  private boolean json;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "keep log and database there; default: a temporary folder")
  private @Nullable Path data;

  @Option(
      names = "--model",
      paramLabel = "URL",
      description = {
        "ask this model instead of the rehearsal model: an OpenAI-compatible base URL.",
        "Key: PLAYLOOP_MODEL_KEY or OPENAI_API_KEY; name: PLAYLOOP_MODEL_NAME"
      })
  private @Nullable URI model;

  @Option(names = "--config", paramLabel = "FILE", description = "properties file with settings")
  private @Nullable Path config;

  @Option(names = "--bootstrap", hidden = true, paramLabel = "HOST:PORT")
  private @Nullable String bootstrap;

  @Mixin private PageOptions page = new PageOptions();

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    if (bootstrap != null) {
      throw UserProblem.usage(
          "'run' brings its own broker and takes no --bootstrap",
          "use 'agents apply' and 'publish' against a cluster, or leave it out.");
    }
    if (json && stay) {
      throw UserProblem.usage(
          "--stay is for people, and --json for programs", "leave one of the two out.");
    }
    Example chosen = Example.load(example);
    if (watch) {
      ExampleGame.requirePage(chosen);
    }
    Settings settings = AllSettings.read(chosen.settings(System.getenv()), config);
    LocalOptions options =
        OneMachine.options(settings, data, model)
            .withHttpPort(
                settings.isSet(IngestSettings.PORT)
                    ? settings.number(IngestSettings.PORT, 0, 65_535)
                    : 0)
            .withRehearsal(chosen.rehearsal())
            .withWorlds(chosen.worlds())
            .withPurpose(Purpose.EXAMPLE);
    CommandLine line = Objects.requireNonNull(spec).commandLine();
    PrintWriter out = line.getOut();
    ExampleRun run =
        json ? ExampleRun.json(chosen, out, line.getErr()) : ExampleRun.shown(chosen, out, paint());
    Consumer<String> lines =
        json
            ? _ -> {}
            : said -> {
              out.println(said);
              out.flush();
            };
    LocalRun.Beside beside = system -> json ? PageOptions.Opened.NONE : page.open(system, settings);
    return Interrupted.by(() -> new LocalRun(run, lines, beside, stay).on(options, watch));
  }

  private static Paint paint() {
    return Output.paint();
  }
}
