package dev.playloop.proving.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.playloop.local.cli.Playloop;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.json.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Files that people write, through the commands that read them, in this process.
final class FileSurface implements Surface {
  private final Arena arena;
  private final long seed;
  private final Findings findings;
  private final Path folder;
  private final Path config;
  private final Refusals refusals = new Refusals();

  FileSurface(Arena arena, long seed, Findings findings, Path folder) {
    this.arena = arena;
    this.seed = seed;
    this.findings = findings;
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
  public void feed(long first, int count) throws InterruptedException {
    for (int i = 0; i < count; i++) {
      Chance chance = Chance.of(seed, name(), first + i);
      if (chance.oneIn(2)) {
        agents(first + i, chance);
      } else {
        triggers(first + i, chance);
      }
    }
    arena.renewVictims();
  }

  private void agents(long number, Chance chance) throws InterruptedException {
    AgentConfig victim = chance.of(arena.cast().victims());
    JsonNode list = Json.NODES.arrayNode().add(Json.tree(Json.text(victim)));
    byte[] bytes = chance.oneIn(3) ? yaml(victim, chance) : Breaker.broken(list, chance);
    long before = arena.watch().applied();
    int code = command(number, bytes, "agents", "apply", write("agents.yaml", bytes));
    if (code != 0 && arena.watch().applied() > before) {
      findings.add(name(), number, "refused with " + code + ", and applied", bytes);
    }
  }

  /// YAML is more than JSON: anchors, tags, blocks.
  private static byte[] yaml(AgentConfig victim, Chance chance) {
    String text =
        """
        - agent: %s
          actor: ada
          instructions: {identity: "Ada.", strategy: "None."}
          boundaries: {"*": {tools: ["*"]}}
          caps: {usdPerRun: 1, usdPerDay: 10}
          limits: {"*": {turns: 4, deadline: PT1M}}
        """
            .formatted(victim.agent());
    List<String> breaks =
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
    List<String> words = List.of("ada", "\"Ada.\"", "1,", "10}", "4,", "PT1M", "[\"*\"]", "agent");
    String broken = text.replace(chance.of(words), chance.of(breaks));
    if (chance.oneIn(8)) {
      broken = "\t" + broken;
    }
    return chance.oneIn(8)
        ? broken.getBytes(java.nio.charset.StandardCharsets.UTF_16)
        : broken.getBytes(UTF_8);
  }

  private void triggers(long number, Chance chance) throws InterruptedException {
    AgentConfig victim = chance.of(arena.cast().victims());
    ObjectNode trigger = Json.NODES.objectNode().put("id", "file-" + number);
    trigger.put("agent", victim.agent().value()).put("kind", "chat.message").put("text", "Hello.");
    trigger.putObject("subject").put("type", "player").put("id", "ada");
    trigger.putObject("data").put("n", 1);
    byte[] bytes = Breaker.broken(trigger, chance);
    command(number, bytes, "publish", write("triggers.jsonl", bytes));
  }

  private String write(String name, byte[] bytes) {
    try {
      return Files.write(folder.resolve(name), bytes).toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private int command(long number, byte[] bytes, String... args) {
    StringWriter err = new StringWriter();
    CommandLine line = Playloop.commandLine();
    line.setOut(new PrintWriter(new StringWriter()));
    line.setErr(new PrintWriter(err));
    String[] all = java.util.Arrays.copyOf(args, args.length + 2);
    all[args.length] = "--config";
    all[args.length + 1] = config.toString();
    int code = line.execute(all);
    String said = err.toString();
    if (code != 0 && code != 2) {
      findings.add(
          name(),
          number,
          args[0] + " exits " + code + ": " + said.lines().limit(8).toList(),
          bytes);
    }
    refusals.met(code + " " + said.lines().findFirst().orElse("done"));
    return code;
  }

  /// What `--config` has to say, for others that call commands.
  Map<String, Path> files() {
    return Map.of("config", config, "folder", folder);
  }
}
