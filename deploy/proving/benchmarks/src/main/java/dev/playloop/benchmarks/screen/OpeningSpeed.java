package dev.playloop.benchmarks.screen;

import dev.playloop.benchmarks.BenchJournal;
import dev.playloop.benchmarks.BenchSystem;
import dev.playloop.benchmarks.journal.BenchConsole;
import dev.playloop.console.Console;
import dev.playloop.console.source.ClusterJournal;
import dev.playloop.console.source.FileJournal;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.json.Json;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// How long a browser takes to open what is long, in a real console: `OpeningSpeed [agents]`, from
/// the root of the tree, on a machine with Chromium. First the journal of one run of some 10,000
/// entries, out of a file; then so many agents of a running system that each wait for a person.
/// Each page is opened some times, the first of them on a console that has not been asked for it.
/// Prints a JSON object a line.
final class OpeningSpeed {
  private static final int TURNS = 1_000;
  private static final int CRAFTS = 9;
  private static final int WINDOW = 200_000;
  private static final int OPENINGS = 5;
  private static final int STEPS = 200;
  private static final AgentId AGENT = new AgentId("bench/ada");

  private final ScreenBrowser browser;

  private OpeningSpeed(ScreenBrowser browser) {
    this.browser = browser;
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    int agents = args.length > 0 ? Integer.parseInt(args[0]) : 10_000;
    Path folder = Files.createTempDirectory("playloop-opening-speed");
    ofOneRun(folder);
    ofManyAgents(folder, agents);
  }

  private static void ofOneRun(Path folder) throws IOException, InterruptedException {
    Path file = folder.resolve("journal.jsonl");
    RunId run = BenchJournal.write(file, AGENT, TURNS, CRAFTS, WINDOW);
    try (Console console = BenchConsole.open(folder.resolve("file"), FileJournal.of(file));
        ScreenBrowser browser = ScreenBrowser.script("opening.mjs", console.door())) {
      OpeningSpeed speed = new OpeningSpeed(browser);
      speed.opens("run", "[role=option]", "/run?run=" + coded(run.value()));
      String slider = "/slider?agent=" + coded(AGENT.value()) + "&at=";
      speed.opens("slider", ".mind", slider + 5_000);
      for (int from : List.of(100, 5_000, 9_700)) {
        speed.steps(from);
      }
    }
  }

  private static void ofManyAgents(Path folder, int agents)
      throws IOException, InterruptedException {
    try (BenchSystem system = BenchSystem.start(folder)) {
      int asking = system.asking("a", agents).size();
      try (Console console =
              BenchConsole.open(
                  folder.resolve("cluster"),
                  ClusterJournal.of(system.kafka(), "this machine", null));
          ScreenBrowser browser = ScreenBrowser.script("opening.mjs", console.door())) {
        OpeningSpeed speed = new OpeningSpeed(browser);
        speed.opens(asking + " in the inbox", ".choices a", "/inbox");
        speed.opens(asking + " agents", "tbody tr", "/agents");
      }
    }
  }

  private static String coded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /// Milliseconds from the navigation until the first of what is sought is there.
  private void opens(String what, String selector, String address) throws IOException {
    ArrayNode took = Json.NODES.arrayNode();
    int rows = 0;
    for (int i = 0; i < OPENINGS; i++) {
      JsonNode opened = browser.ask("open " + selector.replace(' ', '>') + " " + address);
      took.add(Math.round(opened.path("took").asDouble()));
      rows = Math.max(rows, opened.path("rows").asInt());
    }
    ObjectNode said = Json.NODES.objectNode().put("opens", what);
    said.set("millis", took);
    System.out.println(said.put("rows", rows));
  }

  /// Milliseconds of each step of the slider until what is shown is of its entry.
  private void steps(int from) throws IOException {
    JsonNode answered = browser.ask("steps " + AGENT + " " + from + " " + STEPS);
    double[] millis = answered.valueStream().mapToDouble(JsonNode::asDouble).toArray();
    Arrays.sort(millis);
    System.out.println(
        Json.NODES
            .objectNode()
            .put("steps", STEPS)
            .put("from", from)
            .put("p50", Math.round(millis[STEPS / 2]))
            .put("p95", Math.round(millis[STEPS * 95 / 100]))
            .put("most", Math.round(millis[STEPS - 1])));
  }
}
