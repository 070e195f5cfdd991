package dev.playloop.proving.fuzz.surface;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.playloop.proving.fuzz.arena.Arena;
import dev.playloop.proving.fuzz.arena.Findings;
import dev.playloop.proving.fuzz.arena.Refusals;
import dev.playloop.proving.fuzz.arena.Watch;
import dev.playloop.proving.fuzz.input.Breaker;
import dev.playloop.proving.fuzz.input.Chance;
import dev.playloop.proving.fuzz.input.Corpus;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.node.ObjectNode;

/// Files that people write, through the commands that read them, in this process.
public final class FileSurface implements Surface {
  private static final int LANES = 4;
  private static final String AGENTS = "agents apply";
  private static final String TRIGGERS = "publish";
  private static final String WORLDS = "worlds apply";

  /// What a file of YAML may hold that JSON can't.
  private static final List<String> BREAKS =
      List.of(
          "&a [*a]",
          "!!javax.script.ScriptEngineManager []",
          "!!binary /w==",
          "|\n  x",
          ">-\n\ty",
          "\u0000",
          "\ud83d\ude00",
          "? x",
          "- -",
          "{",
          "[",
          "'",
          "\"\\ud800\"",
          "1e99999999999",
          "~",
          "0o17",
          "1_000",
          ".inf",
          ".nan",
          "2026-01-01",
          "yes",
          "%YAML 9.9",
          "<<: *x",
          "---\n...");

  private final Arena arena;
  private final long seed;
  private final Findings findings;
  private final Corpus corpus;
  private final Path folder;
  private final Path config;
  private final Refusals refusals = new Refusals();
  private final List<InProcess> lanes = InProcess.of(LANES);
  private final Set<Long> refused = ConcurrentHashMap.newKeySet();

  public FileSurface(Arena arena, long seed, Findings findings, Corpus corpus, Path folder) {
    this.arena = arena;
    this.seed = seed;
    this.findings = findings;
    this.corpus = corpus;
    this.folder = folder;
    this.config = folder.resolve("cluster.properties");
    Properties properties = new Properties();
    arena
        .kafka()
        .client()
        .forEach((key, value) -> properties.setProperty(key, String.valueOf(value)));
    properties.setProperty(
        "playloop.bootstrap", String.valueOf(arena.kafka().client().get("bootstrap.servers")));
    properties.remove("bootstrap.servers");
    properties.setProperty(
        "playloop.partitions", String.valueOf(arena.kafka().topics().partitions()));
    properties.setProperty("playloop.model.url", arena.system().model().toString());
    properties.setProperty("playloop.model.name", "fuzz");
    try (var out = Files.newBufferedWriter(config)) {
      properties.store(out, null);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// How a command finds the cluster.
  public Path config() {
    return config;
  }

  @Override
  public String name() {
    return "files";
  }

  @Override
  public int chunk() {
    return 40;
  }

  @Override
  public Refusals refusals() {
    return refusals;
  }

  @Override
  public long feed(long first, int count) throws InterruptedException {
    InProcess.run(
        lanes, first, count, (command, lane, number) -> one(command, "lane-" + lane, number));
    return count;
  }

  /// What was refused has left no record.
  @Override
  public void settled() {
    for (long number : refused) {
      if (arena.watch().saw(Watch.mark("file", number))) {
        findings.add(name(), number, "refused, and on its topic", new byte[0]);
      }
    }
    refused.clear();
  }

  private void one(InProcess command, String lane, long number) {
    Chance chance = Chance.of(seed, name(), number);
    Corpus.Entry entry = corpus.at(number, chance);
    AgentConfig victim = chance.of(arena.cast().victims());
    if (entry != null) {
      execute(
          command,
          number,
          lane,
          entry.where(),
          entry.about(victim.agent(), Watch.mark("file", number)));
    } else {
      switch (chance.of(List.of(AGENTS, TRIGGERS, WORLDS))) {
        case AGENTS -> execute(command, number, lane, AGENTS, agents(victim, number, chance));
        case WORLDS -> execute(command, number, lane, WORLDS, world(number, chance));
        default -> execute(command, number, lane, TRIGGERS, triggers(victim, number, chance));
      }
    }
  }

  private static byte[] agents(AgentConfig victim, long number, Chance chance) {
    if (chance.oneIn(3)) {
      return yaml(victim, number, chance);
    }
    ObjectNode config = (ObjectNode) Json.tree(Json.text(victim));
    return Breaker.broken(
        Json.NODES.arrayNode().add(config.put("actor", Watch.mark("file", number))), chance);
  }

  /// YAML is more than JSON: anchors, tags, blocks.
  private static byte[] yaml(AgentConfig victim, long number, Chance chance) {
    String text =
        """
        - agent: %s
          actor: %s
          instructions: {identity: "Ada.", strategy: "None."}
          boundaries: {"*": {tools: ["*"]}}
          caps: {usdPerRun: 1, usdPerDay: 10}
          limits: {"*": {turns: 4, deadline: PT1M}}
        """
            .formatted(victim.agent(), Watch.mark("file", number));
    List<String> words =
        List.of("file-", "\"Ada.\"", "1,", "10}", "4,", "PT1M", "[\"*\"]", "agent");
    return broken(text, words, chance);
  }

  private static byte[] broken(String text, List<String> words, Chance chance) {
    String broken = text.replace(chance.of(words), chance.of(BREAKS));
    if (chance.oneIn(8)) {
      broken = "\t" + broken;
    }
    return chance.oneIn(8)
        ? broken.getBytes(java.nio.charset.StandardCharsets.UTF_16)
        : broken.getBytes(UTF_8);
  }

  /// Of a few worlds, each declared anew again and again.
  private static byte[] world(long number, Chance chance) {
    String text =
        """
        world: fuzzed-%d
        tools:
          - name: pour
            description: %s
            effect: write
            says: guest
            lane: {by: argument, name: guest}
            limit: PT10S
            arguments:
              type: object
              additionalProperties: false
              required: [guest]
              properties:
                guest: {type: string, minLength: 1, maxLength: 40, pattern: "^[a-z]+$"}
                drinks: {type: array, maxItems: 3, items: {$ref: "#/$defs/drink"}}
              $defs: {drink: {enum: [ale, wine, 7, null]}}
        triggers: {player.*: conversation, tick: idle}
        perspective: {see: entities, tokens: 200, order: [guest], scene: taproom}
        viewWait: PT2S
        actions: {url: "http://127.0.0.1:9/playloop"}
        guard: {url: "https://guard.example", limit: PT0.3S, onFailure: allow}
        """
            .formatted(number % 5, Watch.mark("file", number));
    List<String> words =
        List.of(
            "fuzzed-",
            "pour",
            "write",
            "guest}",
            "PT10S",
            "object",
            "false",
            "[guest]",
            "string",
            "40",
            "\"^[a-z]+$\"",
            "3",
            "\"#/$defs/drink\"",
            "null",
            "player.*",
            "idle",
            "entities",
            "200",
            "taproom",
            "PT2S",
            "\"http://127.0.0.1:9/playloop\"",
            "PT0.3S",
            "allow",
            "tools");
    return broken(text, words, chance);
  }

  private static byte[] triggers(AgentConfig victim, long number, Chance chance) {
    ObjectNode trigger = Json.NODES.objectNode().put("id", Watch.mark("file", number));
    trigger.put("agent", victim.agent().value()).put("kind", "chat.message").put("text", "Hello.");
    trigger.putObject("subject").put("type", "player").put("id", "ada");
    trigger.putObject("data").put("n", 1);
    return Breaker.broken(trigger, chance);
  }

  /// @param about the words before the file's name
  private void execute(InProcess command, long number, String lane, String about, byte[] bytes) {
    Path file = folder.resolve(lane + (about.equals(TRIGGERS) ? ".jsonl" : ".yaml"));
    try {
      Files.write(file, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    List<String> words = new ArrayList<>(List.of(about.split(" ")));
    words.addAll(List.of(file.toString(), "--config", config.toString()));
    InProcess.Ended ended = command.execute(words.toArray(String[]::new));
    int code = ended.code();
    if (code != 0 && code != 2) {
      findings.add(
          name(),
          number,
          about + " exits " + code + ": " + ended.said().lines().limit(8).toList(),
          about,
          bytes);
    }
    if (code != 0) {
      refused.add(number);
    }
    refusals.met(code + " " + ended.firstLine("done"));
  }
}
