package dev.playloop.launcher.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.launcher.UserProblem;
import dev.playloop.launcher.example.Play;
import dev.playloop.launcher.example.PlayReport;
import dev.playloop.launcher.example.RunRecord;
import dev.playloop.operator.Step;
import dev.playloop.schemas.config.TriggerLine;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.event.LoopEvent.RunOutcome;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.common.utils.Utils;

/// The agents of an attacked kernel: those who act, and in each partition a witness who must not
/// notice anything. One thread.
final class Company implements AutoCloseable {
  static final List<String> ACTORS = List.of("alpha", "beta", "gamma", "delta", "mallory");

  private static final int PARTITIONS = 4;
  private static final List<String> WITNESSES =
      IntStream.range(0, PARTITIONS).mapToObj(Company::witness).toList();
  private static final Set<String> OF_THE_BUDGET = Set.of("reserve", "settle");
  private static final Duration SANE = Duration.ofSeconds(60);
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final KafkaSettings kafka;
  private final Provider provider;
  private final String name;
  private final List<Step.Acted> acted = new ArrayList<>();
  private Play play;
  private int plays;

  private Company(KafkaSettings kafka, Provider provider, String name) {
    this.kafka = kafka;
    this.provider = provider;
    this.name = name;
    this.play = open();
  }

  /// @param name begins the ids of its triggers, since an id that was seen is not played again
  static Company of(KafkaSettings kafka, Provider provider, String name) {
    return new Company(kafka, provider, name);
  }

  /// An example folder whose agents they are.
  static Path example(Path folder) {
    StringBuilder agents = new StringBuilder();
    StringBuilder seed = new StringBuilder();
    for (String agent : Stream.concat(ACTORS.stream(), WITNESSES.stream()).toList()) {
      agents.append(
          """
          - agent: kernel/%s
            actor: %s
            enabled: true
            instructions: {identity: Somebody.}
            boundaries: {"*": {tools: ["*"]}}
            limits: {"*": {turns: 8, deadline: PT90S}}
            caps: {usdPerRun: 1, usdPerDay: 1000}
          """
              .formatted(agent, agent));
      seed.append(
          "select kernel_principal('%s', scrip => 1000, llm_budget => 1000, disk_quota => 100000);%n"
              .formatted(agent));
    }
    try {
      Files.createDirectories(folder);
      Files.writeString(folder.resolve("agents.yaml"), agents);
      Files.writeString(folder.resolve("seed.sql"), seed);
      Files.writeString(
          folder.resolve("triggers.jsonl"),
          "{\"id\":\"none\",\"agent\":\"kernel/alpha\",\"kind\":\"chat.message\",\"text\":\"x\"}\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return folder;
  }

  /// A sane trigger for each witness comes to its end in time.
  void isWell() {
    String round = name + "-sane-" + plays++ + "-";
    List<TriggerLine> lines =
        WITNESSES.stream().map(it -> line(round + it, it, "All is well?")).toList();
    List<RunRecord> runs = runs(lines, SANE);
    assertThat(runs).extracting(run -> run.closed().outcome()).containsOnly(RunOutcome.COMPLETED);
  }

  private List<RunRecord> runs(List<TriggerLine> lines, Duration limit) {
    try {
      PlayReport report = play.play(lines, limit);
      return lines.stream()
          .map(line -> report.runOf(String.valueOf(line.trigger().id())).orElseThrow())
          .toList();
    } catch (UserProblem unfinished) {
      play.close();
      play = open(); // what is open stays open; the next attack is judged by itself
      throw unfinished;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private Play open() {
    return Play.open(kafka, List.of("kernel"), this::note);
  }

  /// A whole run, and how the actions ended that its agent asked for.
  record Done(RunRecord run, List<ActionResult> results) {
    ActionResult result(int action) {
      return results.get(action);
    }
  }

  /// Has an agent do what the provider's script says.
  Done plays(String agent, String script) {
    return plays(List.of(agent), script).getFirst();
  }

  /// The same for several at once, who share the script's answers.
  List<Done> plays(List<String> agents, String script) {
    String round = name + "-play-" + plays++ + "-";
    List<TriggerLine> lines =
        agents.stream().map(it -> line(round + it, it, "Play script:" + script)).toList();
    acted.clear();
    return runs(lines, PATIENCE).stream().map(run -> new Done(run, results(run.agent()))).toList();
  }

  /// Has an agent take one action.
  ActionResult acts(String agent, String tool, String arguments) {
    String script = name + "-act-" + plays;
    provider.script(script, Provider.calls(tool, arguments));
    return plays(agent, script).result(0);
  }

  /// Has an agent take one action, which must be done; once more where the answer says that this
  /// may help, as an agent would: a machine that stands still for seconds is nobody's attack.
  void does(String agent, String tool, String arguments) {
    ActionResult result = acts(agent, tool, arguments);
    if (result.error() != null && result.error().retriable()) {
      result = acts(agent, tool, arguments);
    }
    assertThat(result.status()).as(Json.text(result)).isEqualTo(Status.DONE);
  }

  private List<ActionResult> results(AgentId agent) {
    return acted.stream()
        .filter(step -> step.agent().equals(agent))
        .map(Step.Acted::result)
        .toList();
  }

  private void note(Step step) {
    if (step instanceof Step.Acted result && !OF_THE_BUDGET.contains(result.tool())) {
      acted.add(result);
    }
  }

  private static TriggerLine line(String id, String name, String text) {
    AgentId agent = AgentId.of("kernel", name);
    return new TriggerLine(Trigger.of(id, agent, "chat.message").text(text), null);
  }

  private static String witness(int partition) {
    return IntStream.iterate(0, i -> i + 1)
        .mapToObj(i -> "witness-" + i)
        .filter(name -> partition(name) == partition)
        .findFirst()
        .orElseThrow();
  }

  private static int partition(String name) {
    byte[] key = AgentId.of("kernel", name).value().getBytes(StandardCharsets.UTF_8);
    return Utils.toPositive(Utils.murmur2(key)) % PARTITIONS;
  }

  @Override
  public void close() {
    play.close();
  }
}
