package dev.playloop.proving.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.playloop.local.cli.Playloop;
import dev.playloop.schemas.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import picocli.CommandLine;

/// Exported journals with a broken line, through `audit verify --file`, in this process.
final class ExportSurface implements Surface {
  private final long seed;
  private final Findings findings;
  private final Path folder;
  private final Path config;
  private final Refusals refusals = new Refusals();
  private List<String> lines = List.of();

  ExportSurface(long seed, Findings findings, Path folder, Path config) {
    this.seed = seed;
    this.findings = findings;
    this.folder = folder;
    this.config = config;
  }

  /// Exports what is there now; the smaller, the faster.
  void learn() {
    Path file = folder.resolve("good.jsonl");
    StringWriter err = new StringWriter();
    int code =
        execute(err, "audit", "export", "--out", file.toString(), "--config", config.toString());
    if (code != 0) {
      throw new IllegalStateException("no export to begin with: " + err);
    }
    try {
      lines = Files.readAllLines(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String name() {
    return "exports";
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
  public void feed(long first, int count) {
    for (int i = 0; i < count; i++) {
      Chance chance = Chance.of(seed, name(), first + i);
      byte[] bytes = broken(chance);
      Path file = folder.resolve("broken.jsonl");
      try {
        Files.write(file, bytes);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      StringWriter err = new StringWriter();
      int code = execute(err, "audit", "verify", "--file", file.toString());
      if (code < 0 || code > 2 || err.toString().contains("this is a bug")) {
        findings.add(
            name(),
            first + i,
            "exits " + code + ": " + err.toString().lines().limit(8).toList(),
            bytes);
      }
      refusals.met(code + " " + err.toString().lines().findFirst().orElse("verified"));
    }
  }

  private byte[] broken(Chance chance) {
    List<String> changed = new ArrayList<>(lines);
    int at = chance.below(changed.size());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    switch (chance.below(8)) {
      case 0 -> changed.remove(at);
      case 1 -> changed.add(at, changed.get(chance.below(changed.size())));
      case 2 -> Collections.swap(changed, at, chance.below(changed.size()));
      default -> {
        for (int i = 0; i < changed.size(); i++) {
          out.writeBytes(
              i == at
                  ? Breaker.broken(Json.tree(changed.get(i)), chance)
                  : changed.get(i).getBytes(UTF_8));
          out.write('\n');
        }
        return out.toByteArray();
      }
    }
    return (String.join("\n", changed) + "\n").getBytes(UTF_8);
  }

  private static int execute(StringWriter err, String... args) {
    CommandLine line = Playloop.commandLine();
    line.setOut(new PrintWriter(new StringWriter()));
    line.setErr(new PrintWriter(err));
    return line.execute(args);
  }
}
