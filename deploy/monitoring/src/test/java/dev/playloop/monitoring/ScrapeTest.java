package dev.playloop.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.kit.Telemetry;
import dev.playloop.launcher.AllSettings;
import dev.playloop.launcher.LocalOptions;
import dev.playloop.launcher.LocalSystem;
import dev.playloop.launcher.example.Example;
import dev.playloop.launcher.example.ExampleRun;
import dev.playloop.operator.Publisher;
import dev.playloop.schemas.config.TriggerLine;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.seal.SigningKey;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.EmbeddedOnly;
import dev.playloop.testkit.Programs;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Every name that an alert, a rule or a dashboard asks for, held against what a system tells that
/// has just played the society's example.
@Tag("slow")
@EmbeddedOnly("it scrapes a system of its own")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ScrapeTest {
  /// What only a state tells that the example does not have, and the line of ours that declares it.
  private static final Map<String, String> ELSEWHERE =
      Map.of(
          "playloop_ingest_caps_reached_total", "\"playloop.ingest.caps_reached\"",
          "playloop_loop_controls_refused_total", "\"playloop.loop.controls.refused\"",
          "playloop_loop_drops_total", "\"playloop.loop.drops\"");

  /// Panels that show nothing of it, and why: whatever else a dashboard asks for has numbers.
  private static final Map<String, String> EMPTY =
      Map.of(
          "dashboards/agents.json Triggers dropped", "none was",
          "dashboards/agents.json Controls that nobody vouches for", "all were vouched for",
          "dashboards/models.json Calls that failed", "none has",
          "dashboards/models.json Worlds that were halted, their money spent", "none was");

  /// What OpenMetrics calls the trace of a number, and Grafana's data source, too.
  static final String TRACE = "trace_id";

  /// Labels that only such a state tells: what was wrong with a call.
  private static final Set<String> LABELS_ELSEWHERE = Set.of("error_type");

  /// Of Prometheus itself.
  private static final Set<String> LABELS_OF_A_SCRAPE = Set.of("instance", "job", "le");

  private static final Pattern SERIES = Pattern.compile("^(\\w+)(?:\\{([^}]*)})? .*");
  private static final Pattern LABEL = Pattern.compile("(\\w+)=\"");

  private final Map<String, Set<String>> labels = new TreeMap<>();
  private List<String> lines = List.of();
  private List<JsonNode> evaluated = List.of();
  private final Map<Asked, Prometheus.Answer> answers = new LinkedHashMap<>();
  private String wanted = "";

  @BeforeAll
  void play(@TempDir Path data) throws Exception {
    int port = freePort();
    Path key = data.resolve("checkpoints.key");
    Files.writeString(key, SigningKey.generate().pem());
    Map<String, String> settings = new HashMap<>();
    settings.put("PLAYLOOP_CHECKPOINT_KEY", "file:" + key);
    settings.put("PLAYLOOP_CHECKPOINT_INTERVAL", "1s");
    Map<String, String> variables =
        Map.of(
            "OTEL_METRICS_EXPORTER",
            "prometheus",
            "OTEL_EXPORTER_PROMETHEUS_PORT",
            String.valueOf(port));
    Example example = Example.load("society");
    try (Telemetry telemetry = Telemetry.fromEnvironment(variables, "scraped");
        LocalSystem system =
            LocalSystem.start(
                LocalOptions.of(AllSettings.read(settings, null))
                    .withWorlds(List.of("society"))
                    .withRehearsal(example.rehearsal())
                    .withTelemetry(telemetry))) {
      ExampleRun.prepare(example, system);
      ExampleRun.play(example, system, step -> {});
      if (Prometheus.isThere()) {
        try (Prometheus prometheus = Prometheus.start(data, port, freePort())) {
          prometheus.awaitValue("up", "1"); // what comes now is more than was: rates are positive
          ask(example, system);
          lines = awaitQuestion(port);
          prometheus.awaitValue("sum(playloop_loop_approvals_waiting)", "1");
          wanted = prometheus.awaitValue("playloop:reasoner:wanted_replicas", "1");
          evaluated = prometheus.rules();
          for (Asked asked : Asked.ofDashboards()) {
            answers.put(asked, told(prometheus, asked));
          }
        }
      } else {
        ask(example, system);
        lines = awaitQuestion(port);
      }
    }
    for (String line : lines) {
      Matcher series = SERIES.matcher(line);
      if (series.matches()) {
        Set<String> known = labels.computeIfAbsent(series.group(1), _ -> new TreeSet<>());
        Matcher label = LABEL.matcher(series.group(2) == null ? "" : series.group(2));
        while (label.find()) {
          known.add(label.group(1));
        }
      }
    }
    Files.createDirectories(Path.of("target"));
    Files.write(Path.of("target/scrape.txt"), lines);
  }

  /// A rate wants two samples, which a busy machine takes late.
  private static Prometheus.Answer told(Prometheus prometheus, Asked asked) {
    try {
      return Await.until(
          Duration.ofSeconds(30),
          () -> prometheus.answer(asked.promql()),
          answer ->
              answer.series() > 0 || !answer.error().isEmpty() || EMPTY.containsKey(asked.where()));
    } catch (AssertionError e) { // its test says so
      return prometheus.answer(asked.promql());
    }
  }

  /// Bea is invited once more, and asks as before; but nobody is there to answer any more.
  private static void ask(Example example, LocalSystem system) throws InterruptedException {
    Trigger invitation =
        example.triggers().stream()
            .map(TriggerLine::trigger)
            .filter(trigger -> "msg-200".equals(trigger.id()))
            .findFirst()
            .orElseThrow();
    try (Publisher publisher = Publisher.open(system.kafka())) {
      publisher.publish(invitation.withId("msg-201", Instant.now()));
    }
  }

  /// What is told while her question is open.
  private static List<String> awaitQuestion(int port) {
    return Await.until(
            () -> Exposition.of(port),
            told -> told.contains("\nplayloop_loop_approvals_expiry_seconds{"))
        .lines()
        .toList();
  }

  @Test
  void eachNameThatIsAskedForIsTold() throws IOException {
    Set<String> recorded = Asked.recorded();
    for (Asked asked : Asked.everywhere()) {
      for (String name : asked.names()) {
        boolean known = name.contains(":") ? recorded.contains(name) : labels.containsKey(name);
        assertThat(known || ELSEWHERE.containsKey(name))
            .as("%s asks for %s", asked.where(), name)
            .isTrue();
      }
    }
  }

  @Test
  void eachLabelThatIsAskedForIsToldWithItsMetric() throws IOException {
    for (Asked asked : Asked.everywhere()) {
      Set<String> known = new TreeSet<>(LABELS_OF_A_SCRAPE);
      known.addAll(LABELS_ELSEWHERE);
      boolean all = true;
      for (String name : asked.names()) {
        all &= labels.containsKey(name);
        known.addAll(labels.getOrDefault(name, Set.of()));
      }
      if (all) {
        assertThat(known).as(asked.where()).containsAll(asked.labels());
      }
    }
  }

  @Test
  void whatOnlyAnotherStateTellsIsDeclaredInTheCodeAndNotTold() throws IOException {
    String sources = sources();
    ELSEWHERE.forEach((name, declared) -> {
      assertThat(labels).as("it is told after all, and needs no exception").doesNotContainKey(name);
      assertThat(sources).as(name).contains(declared);
    });
  }

  /// A query that is well formed may still fail at series that match more than one.
  @Test
  void aRealPrometheusEvaluatesEachRuleAndNoAlertFiresWhereAllIsWell() throws Exception {
    Programs.require("prometheus");

    assertThat(evaluated).hasSize(Asked.recorded().size() + 12);
    for (JsonNode rule : evaluated) {
      assertThat(rule.path("health").asString())
          .as("%s: %s", rule.path("name"), rule.path("lastError"))
          .isEqualTo("ok");
      assertThat(rule.path("alerts")).as(rule.path("name").asString()).isEmpty();
    }
    assertThat(wanted).as("reasoners for a system that rests").isEqualTo("1");
  }

  /// As Grafana asks it. A panel that shows nothing of a system which has played, or whose
  /// exception has become idle, is one that nobody would miss.
  @Test
  void aRealPrometheusHasNumbersForEachQueryOfADashboard() throws Exception {
    Programs.require("prometheus");

    assertThat(answers).hasSizeGreaterThan(40);
    Set<String> empty = new TreeSet<>();
    answers.forEach((asked, answer) -> {
      assertThat(answer.error()).as("%s: %s", asked.where(), asked.expr()).isEmpty();
      if (answer.series() == 0) {
        empty.add(asked.where());
      }
    });
    // A call that fails on a busy machine gives a panel of these its numbers.
    assertThat(empty).as("what has no numbers").isSubsetOf(EMPTY.keySet());
  }

  /// Nothing here says 0 because nobody counts.
  @Test
  void whatTheExampleDidIsInTheNumbers() {
    assertThat(most("playloop_worker_in_flight_max")).isEqualTo(4_096);
    assertThat(most("playloop_worker_handled_total")).isPositive();
    assertThat(most("playloop_worker_partitions")).isPositive();
    assertThat(most("playloop_loop_cap")).isPositive();
    assertThat(most("playloop_projector_tasks")).isPositive();
    assertThat(most("playloop_projector_disk_free_bytes")).isPositive();
    assertThat(most("playloop_auditor_checkpoint_interval_seconds")).isEqualTo(1);
    assertThat(most("playloop_worker_problem")).isZero();
  }

  /// A bucket of a slow call names the trace that it was in.
  @Test
  void slowCallsNameTheirTraces() {
    for (String histogram :
        List.of("messaging_process_duration", "gen_ai_client_operation_duration")) {
      assertThat(lines)
          .as(histogram)
          .anyMatch(line ->
              line.startsWith(histogram + "_seconds_bucket")
                  && line.contains("# {")
                  && line.contains(TRACE + "=\""));
    }
  }

  private double most(String name) {
    return lines.stream()
        .filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "))
        .map(line -> line.replaceFirst(" # .*", ""))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .max()
        .orElseThrow(() -> new AssertionError("no " + name));
  }

  private static String sources() throws IOException {
    StringBuilder all = new StringBuilder();
    try (Stream<Path> files = Files.walk(Folder.root())) {
      for (Path file :
          files
              .filter(path -> path.toString().endsWith(".java"))
              .filter(path -> path.toString().contains("/src/main/java/"))
              .toList()) {
        all.append(Files.readString(file));
      }
    }
    return all.toString();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
