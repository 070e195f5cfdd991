package dev.playloop.launcher.cli;

import dev.playloop.kit.topic.TopicAdmin;
import dev.playloop.launcher.InstalledWorlds;
import dev.playloop.launcher.cli.options.ClusterOptions;
import dev.playloop.operator.Operator;
import dev.playloop.schemas.world.WorldDeclaration;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Creates the topics of the catalogue on a cluster, or shows what is there.
@Command(
    name = "topics",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "(create | list)",
    description = "Creates or lists the topics of the catalogue.")
final class TopicsCommand {
  @Spec private @Nullable CommandSpec spec;

  @Command(
      mixinStandardHelpOptions = true,
      description = "Creates what is missing, with the broker's default replication.")
  int create(
      @Mixin ClusterOptions cluster,
      @Option(
              names = "--group",
              split = ",",
              paramLabel = "NAME",
              description = "those too of a group that a world will be declared with")
          @Nullable List<String> groups)
      throws InterruptedException {
    Operator operator = cluster.operator();
    List<String> created = new ArrayList<>(operator.createTopics(InstalledWorlds.groups()));
    List<String> all = new ArrayList<>(InstalledWorlds.groups(operator.worlds()));
    if (groups != null) {
      groups.forEach(group -> all.add(WorldDeclaration.name("--group", group)));
    }
    created.addAll(operator.createTopics(all));
    created.forEach(name -> out().println("created " + name));
    out().println(created.isEmpty() ? "all topics are there" : created.size() + " created");
    return 0;
  }

  @Command(mixinStandardHelpOptions = true, description = "Lists topics and partition counts.")
  int list(@Mixin ClusterOptions cluster) throws InterruptedException {
    boolean right = true;
    Operator operator = cluster.operator();
    List<TopicAdmin.State> states = operator.topics(InstalledWorlds.groups());
    if (states.stream().allMatch(TopicAdmin.State::exists)) { // among them is what names groups
      states = operator.topics(InstalledWorlds.groups(operator.worlds()));
    }
    for (TopicAdmin.State state : states) {
      right &= state.matches();
      out().printf("%-36s %s%n", state.topic().name(), words(state));
    }
    return right ? 0 : 1;
  }

  private static String words(TopicAdmin.State state) {
    if (!state.exists()) {
      return "missing; 'topics create' makes it";
    }
    return state.partitions()
        + " partitions"
        + (state.matches() ? "" : ", the catalogue says " + state.topic().partitions());
  }

  private PrintWriter out() {
    return java.util.Objects.requireNonNull(spec).commandLine().getOut();
  }
}
