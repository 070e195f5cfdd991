package dev.playloop.launcher.cli;

import dev.playloop.audit.evidence.Evidence;
import dev.playloop.launcher.InstalledWorlds;
import dev.playloop.launcher.Routes;
import dev.playloop.launcher.RunningSystem;
import dev.playloop.launcher.UserProblem;
import dev.playloop.launcher.audit.ThisBuild;
import dev.playloop.launcher.cli.options.ClusterOptions;
import dev.playloop.launcher.cli.options.GatewayOptions;
import dev.playloop.launcher.cli.options.GatewayWords;
import dev.playloop.launcher.cli.options.JournalOptions;
import dev.playloop.launcher.cli.options.OnlyOptions;
import dev.playloop.launcher.example.ExampleFiles;
import dev.playloop.launcher.watch.StatusText;
import dev.playloop.operator.AgentAnswer;
import dev.playloop.operator.AgentStatus;
import dev.playloop.operator.AgentWatch;
import dev.playloop.operator.Operator;
import dev.playloop.operator.gateway.GatewayAnswer;
import dev.playloop.operator.gateway.GatewayClient;
import dev.playloop.schemas.Printable;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Json;
import dev.playloop.settings.Settings;
import dev.playloop.worlds.declared.model.DeclaredWorlds;
import dev.playloop.worlds.model.Worlds;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Agents: apply their configs, list them, tell what they are doing, pause, resume and delete them.
@Command(
    name = "agents",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "(apply | list | status | pause | resume | delete)",
    description = "Applies, lists, shows, pauses, resumes and deletes agents.")
final class AgentsCommand {
  @Spec private @Nullable CommandSpec spec;

  @Command(
      mixinStandardHelpOptions = true,
      description = {
        "Applies all agents of a file, or none where one is wrong.",
        "Agents without routes get the model that the settings name."
      })
  int apply(
      @Mixin ClusterOptions cluster,
      @Mixin OnlyOptions only,
      @Parameters(paramLabel = "FILE", description = "agents.yaml") Path file)
      throws InterruptedException {
    only.requirePatterns();
    Settings settings = cluster.settings();
    Routes routes = Routes.from(settings);
    Operator operator = cluster.operator();
    Worlds worlds = DeclaredWorlds.of(InstalledWorlds.worlds(), operator.worlds());
    List<AgentConfig> resolved =
        only.of(ExampleFiles.agents(file, worlds)).stream().map(routes::resolve).toList();
    operator.apply(resolved).forEach(agent -> out().println("applied " + agent));
    Set<String> groups = new TreeSet<>();
    resolved.forEach(config -> groups.add(worlds.group(config.agent().world())));
    String asked = cluster.kafka().client().getOrDefault("bootstrap.servers", "");
    RunningSystem.find()
        .filter(running -> running.bootstrap().equals(asked))
        .map(running -> closed(running, groups))
        .orElse(List.of())
        .forEach(world ->
            err()
                .println(
                    "note: nobody does what agents of "
                        + world
                        + " decide; './playloop up' opens it with --worlds "
                        + world));
    return 0;
  }

  /// Those of these in which that system does not act; what worlds share that are data, it always
  /// does.
  static List<String> closed(RunningSystem running, Collection<String> groups) {
    return groups.stream()
        .filter(
            group -> InstalledWorlds.names().contains(group) && !running.worlds().contains(group))
        .toList();
  }

  @Command(mixinStandardHelpOptions = true, description = "Lists the agents.")
  int list(
      @Mixin ClusterOptions cluster,
      @Option(names = "--json", description = "one JSON object a line: the agent's config")
          boolean json) {
    Map<AgentId, AgentConfig> agents = cluster.operator().agents();
    if (json) {
      agents.values().forEach(config -> out().println(Json.text(config)));
      return 0;
    }
    for (AgentConfig config : agents.values()) {
      out()
          .printf(
              "%-28s %-9s acts as %-16s %s USD a day%n",
              config.agent(),
              config.enabled() ? "enabled" : "disabled",
              Printable.line(config.actor()),
              config.caps().usdPerDay().toPlainString());
    }
    out()
        .println(
            agents.isEmpty()
                ? "no agents; './playloop agents apply FILE' adds some"
                : agents.size() + (agents.size() == 1 ? " agent" : " agents"));
    return 0;
  }

  @Command(
      mixinStandardHelpOptions = true,
      description = {
        "Tells what agents are doing: their runs, what waits, and their money.",
        "It is folded again from the journal, and says how old its newest entry is."
      })
  int status(
      @Mixin JournalOptions journal,
      @Parameters(paramLabel = "AGENT", arity = "0..1", description = "all where none is named")
          @Nullable String agent,
      @Option(names = "--json", description = "one JSON object a line") boolean json) {
    try (Evidence evidence = journal.open()) {
      AgentWatch watch = new AgentWatch(ThisBuild.fold(evidence), Clock.systemUTC());
      List<AgentStatus> found =
          agent == null ? watch.ofAll(evidence) : List.of(watch.of(new AgentId(agent), evidence));
      if (json) {
        found.forEach(status -> out().println(Json.text(status)));
        return 0;
      }
      found.forEach(new StatusText(out())::tell);
      if (found.isEmpty()) {
        out().println("no agents; './playloop agents apply FILE' adds some");
      }
    }
    return 0;
  }

  @Command(
      mixinStandardHelpOptions = true,
      description = "The agent opens no new run until it is resumed; an open run goes on.")
  int pause(
      @Mixin ClusterOptions cluster,
      @Mixin GatewayOptions gateway,
      @Parameters(paramLabel = "AGENT") String agent)
      throws InterruptedException {
    try (GatewayClient client = gateway.open(cluster.settings())) {
      return said("paused ", cluster.operator().pause(new AgentId(agent), client));
    }
  }

  @Command(mixinStandardHelpOptions = true, description = "Ends a pause.")
  int resume(
      @Mixin ClusterOptions cluster,
      @Mixin GatewayOptions gateway,
      @Parameters(paramLabel = "AGENT") String agent)
      throws InterruptedException {
    try (GatewayClient client = gateway.open(cluster.settings())) {
      return said("resumed ", cluster.operator().resume(new AgentId(agent), client));
    }
  }

  @Command(
      mixinStandardHelpOptions = true,
      description = "Deletes the agent; an open run is closed as cancelled.")
  int delete(@Mixin ClusterOptions cluster, @Parameters(paramLabel = "AGENT") String agent)
      throws InterruptedException {
    return said("deleted ", cluster.operator().delete(new AgentId(agent)));
  }

  private int said(String what, AgentAnswer answer) {
    switch (answer) {
      case AgentAnswer.Done(AgentId agent) -> out().println(what + agent);
      case AgentAnswer.NoSuchAgent(AgentId agent, String nearest) ->
          throw UserProblem.usage(
              "there is no agent '" + agent + "'",
              (nearest == null ? "" : "did you mean '" + nearest + "'? ")
                  + "'./playloop agents list' shows who is there.");
      case AgentAnswer.Refused(_, GatewayAnswer said) -> throw GatewayWords.of(said);
    }
    return 0;
  }

  private PrintWriter err() {
    return Objects.requireNonNull(spec).commandLine().getErr();
  }

  private PrintWriter out() {
    return Objects.requireNonNull(spec).commandLine().getOut();
  }
}
