package dev.playloop.launcher.cli;

import static java.util.stream.Collectors.toSet;

import dev.playloop.audit.log.TopicKeys;
import dev.playloop.kit.access.MasterKeySetting;
import dev.playloop.launcher.OwnFiles;
import dev.playloop.launcher.UserProblem;
import dev.playloop.launcher.cli.options.ClusterOptions;
import dev.playloop.launcher.cli.options.Output;
import dev.playloop.operator.Following;
import dev.playloop.operator.Operator;
import dev.playloop.operator.Position;
import dev.playloop.operator.PositionGone;
import dev.playloop.operator.Step;
import dev.playloop.schemas.id.AgentId;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Prints what happens to agents as it happens.
@Command(
    name = "follow",
    mixinStandardHelpOptions = true,
    description = {
      "Prints what happens to agents, as it happens.",
      "With --keep it goes on where it left off: no step is left out, and none comes twice but for"
          + " those that were printed right before it was killed."
    })
final class FollowCommand implements Callable<Integer> {
  private static final Duration POLL = Duration.ofMillis(100);

  @Mixin private ClusterOptions cluster = new ClusterOptions();

  @Parameters(
      arity = "0..*",
      paramLabel = "AGENT",
      description = "such as tally/ada; all where none is named")
  private @Nullable List<String> agents;

  @Option(
      names = "--keep",
      paramLabel = "FILE",
      description =
          "begin behind what FILE says, and write there how far it got; where there is no such file,"
              + " begin with all that is there")
  private @Nullable Path keep;

  @Option(names = "--end", description = "end with what is there now")
  private boolean end;

  @Option(names = "--json", description = "one JSON object a line, for programs")
  private boolean json;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    Consumer<Step> listener = Output.steps(out, json);
    try (TopicKeys keys =
            new TopicKeys(
                cluster.kafka(), MasterKeySetting.read(cluster.settings(), System.getenv()));
        Following following = open(cluster.operator(), keys)) {
      return Interrupted.by(() -> {
        do {
          Following.Batch batch = end ? following.toEnd() : following.poll(POLL);
          batch.steps().forEach(listener);
          kept(batch.next());
          if (Thread.interrupted()) {
            throw new InterruptedException("stopped");
          }
        } while (!end);
        return 0;
      });
    } catch (PositionGone gone) {
      throw UserProblem.failed(
          "what comes next is not there any more: " + gone.getMessage(),
          "remove " + keep + " to begin with all that is there; an archive may hold the rest.");
    }
  }

  private Following open(Operator operator, TopicKeys keys) {
    Set<AgentId> named =
        agents == null ? Set.of() : agents.stream().map(AgentId::new).collect(toSet());
    Path file = keep;
    if (file == null) {
      return end
          ? operator.follow(named, keys, Position.BEGINNING)
          : operator.followFromNow(named, keys);
    }
    try {
      return operator.follow(
          named,
          keys,
          Files.exists(file) ? Position.parse(Files.readString(file)) : Position.BEGINNING);
    } catch (IOException e) {
      throw UserProblem.usage("can't read '" + file + "': " + e.getMessage(), "name another file.");
    }
  }

  /// Whole or not at all: half a position is none.
  private void kept(Position position) {
    Path file = keep;
    if (file == null) {
      return;
    }
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    try {
      OwnFiles.write(fresh, position.toString());
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException | UncheckedIOException e) {
      throw UserProblem.failed("can't write '" + file + "': " + e.getMessage(), "make room.");
    }
  }
}
