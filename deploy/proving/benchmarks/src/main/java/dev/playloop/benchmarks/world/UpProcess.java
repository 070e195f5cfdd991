package dev.playloop.benchmarks.world;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.topic.Topics;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// An `./playloop up` of a declared world, in which one agent answers whoever speaks to it unless
/// told otherwise, as a process, on a folder that is removed with it. Used by one thread but for
/// [#request].
final class UpProcess implements AutoCloseable {
  static final String WORLD = "tavern";
  static final String NAME = "barkeep";
  static final String AGENT = WORLD + "/" + NAME;

  private static final long START_SECONDS = 180;

  private static final String ANSWERING =
      """
      world: tavern
      tools:
        - name: talk
          description: Say something to a guest.
          effect: write
          says: text
          endsRun: true
          arguments:
            type: object
            required: [text]
            properties: {text: {type: string, minLength: 1, maxLength: 500}}
      actions: {url: 'URL'}
      """;

  private static final String AGENTS =
      """
      - agent: tavern/barkeep
        actor: barkeep
        enabled: true
        instructions: {identity: You keep the bar.}
        boundaries: {"*": {tools: ["*"]}}
      """;

  private static final String RULES =
      """
      rules:
        - name: answer
          when: {turn: 1}
          call: {tool: talk, args: {text: "I am, what will it be?"}}
      """;

  private final Path folder;
  private final Process process;
  private final Properties access;

  private UpProcess(Path folder, Process process, Properties access) {
    this.folder = folder;
    this.process = process;
    this.access = access;
  }

  /// The files of a declared world called [#WORLD]; `rules` are those of the rehearsal model.
  record Declared(String world, String agents, String rules) {}

  /// With the agent that answers; `game` is where it does. Returns when it is up. Must be called in
  /// a checkout.
  static UpProcess start(String game) throws IOException, InterruptedException {
    return start(new Declared(ANSWERING.replace("URL", game), AGENTS, RULES));
  }

  /// Returns when it is up. Must be called in a checkout.
  static UpProcess start(Declared declared) throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("bench");
    Path example = Files.createDirectory(folder.resolve(WORLD));
    Files.writeString(example.resolve("world.yaml"), declared.world());
    Files.writeString(example.resolve("agents.yaml"), declared.agents());
    Files.writeString(example.resolve("rehearsal.yaml"), declared.rules());
    Files.writeString(example.resolve("triggers.jsonl"), "");
    Path said = folder.resolve("said");
    Process process =
        new ProcessBuilder(
                "./playloop", "up", example.toString(), "--data", folder.resolve("data").toString())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
    while (!Files.readString(said).contains("Playloop is up")) {
      if (!process.isAlive() || System.nanoTime() > end) {
        process.destroy();
        throw new IllegalStateException("it does not come up: " + Files.readString(said));
      }
      Thread.sleep(100);
    }
    Properties access = new Properties();
    try (InputStream in = Files.newInputStream(folder.resolve("data/access/operator.properties"))) {
      access.load(in);
    }
    return new UpProcess(folder, process, access);
  }

  /// To its gateway, as who runs it.
  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(
            URI.create(Objects.requireNonNull(access.getProperty("playloop.gateway")) + path))
        .header(
            "authorization",
            "Bearer " + Objects.requireNonNull(access.getProperty("playloop.token")));
  }

  /// As its operator.
  KafkaSettings kafka() {
    Map<String, String> client = new HashMap<>();
    access.stringPropertyNames().stream()
        .filter(name -> !name.startsWith("playloop."))
        .forEach(name -> client.put(name, access.getProperty(name)));
    int partitions = Integer.parseInt(access.getProperty("playloop.partitions"));
    return new KafkaSettings(client, new Topics(Topics.DEFAULT_PREFIX, partitions), null);
  }

  /// What it and all that it started have resident, in KiB.
  long residentKib() throws IOException {
    long all = ownKib();
    for (ProcessHandle child : process.descendants().toList()) {
      all += residentKib(child.pid());
    }
    return all;
  }

  /// What the JVM has alone.
  long ownKib() throws IOException {
    return residentKib(process.pid());
  }

  private static long residentKib(long pid) throws IOException {
    Path status = Path.of("/proc", String.valueOf(pid), "status");
    return Files.readAllLines(status).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
        .sum();
  }

  /// Collects its garbage.
  void collect() throws IOException, InterruptedException {
    String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    for (int i = 0; i < 3; i++) { // what the first lets go is gone with the next
      new ProcessBuilder(jcmd, String.valueOf(process.pid()), "GC.run").start().waitFor();
    }
  }

  /// What the game answers: it has done what it was told.
  static void done(HttpExchange exchange) throws IOException {
    JsonNode action = Json.tree(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
    byte[] answer =
        Json.bytes(
            Json.NODES
                .objectNode()
                .put("action", action.path("action").asString())
                .put("status", "done"));
    exchange.sendResponseHeaders(200, answer.length);
    exchange.getResponseBody().write(answer);
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(60, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
      try (Stream<Path> all = Files.walk(folder)) {
        all.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
