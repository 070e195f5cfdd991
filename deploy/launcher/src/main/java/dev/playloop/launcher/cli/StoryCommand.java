package dev.playloop.launcher.cli;

import dev.playloop.audit.log.TopicKeys;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.access.MasterKeySetting;
import dev.playloop.launcher.InstalledWorlds;
import dev.playloop.launcher.UserProblem;
import dev.playloop.launcher.cli.options.ClusterOptions;
import dev.playloop.launcher.cli.options.Output;
import dev.playloop.operator.Story;
import dev.playloop.settings.Settings;
import dev.playloop.worlds.declared.model.DeclaredWorlds;
import java.io.PrintWriter;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Tells a run, or all runs of an agent, as a person reads them.
@Command(
    name = "story",
    mixinStandardHelpOptions = true,
    description = {
      "Tells a run as a person reads it.",
      "What was seen, thought, tried, and what came back."
    })
final class StoryCommand implements Callable<Integer> {
  @Mixin private @Nullable ClusterOptions cluster;

  @Parameters(
      paramLabel = "RUN_OR_AGENT",
      description = "a run, such as tally/ada:msg-001, or an agent, such as tally/ada")
  private String what = "";

  @Option(
      names = "--follow",
      description = "go on with what comes: until the run is over, of an agent until Ctrl-C")
  private boolean follow;

  @Option(names = "--json", description = "one JSON object a line, for programs")
  private boolean json;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    Settings settings = Objects.requireNonNull(cluster).settings();
    KafkaSettings kafka = cluster.kafka();
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    Story story =
        Story.about(what, Output.story(out, json))
            .actionsUnder(
                DeclaredWorlds.of(InstalledWorlds.worlds(), cluster.operator().worlds())::group);
    int told;
    try (TopicKeys keys = new TopicKeys(kafka, MasterKeySetting.read(settings, System.getenv()))) {
      if (follow) {
        return Interrupted.by(() -> {
          story.follow(kafka, keys);
          return 0;
        });
      }
      told = story.tell(kafka, keys);
    }
    if (told == 0) {
      throw UserProblem.failed(
          "the journal knows no run of '" + what + "'",
          "'./playloop agents list' shows the agents; a run is '<agent>:<trigger id>'.");
    }
    return 0;
  }
}
