package dev.playloop.proving.fuzz.surface;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.playloop.proving.fuzz.arena.Findings;
import dev.playloop.proving.fuzz.arena.Refusals;
import dev.playloop.proving.fuzz.input.Breaker;
import dev.playloop.proving.fuzz.input.Chance;
import dev.playloop.proving.fuzz.input.Corpus;
import dev.playloop.schemas.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// Exported journals with a broken line, through `audit verify --file`, in this process.
public final class ExportSurface implements Surface {
  private static final int LANES = 2;

  private final long seed;
  private final Findings findings;
  private final Corpus corpus;
  private final Path folder;
  private final Path config;
  private final Refusals refusals = new Refusals();
  private final List<InProcess> lanes = InProcess.of(LANES);
  private List<String> lines = List.of();

  public ExportSurface(long seed, Findings findings, Corpus corpus, Path folder, Path config) {
    this.seed = seed;
    this.findings = findings;
    this.corpus = corpus;
    this.folder = folder;
    this.config = config;
  }

  /// Exports what is there now; the smaller, the faster.
  public void learn() {
    Path file = folder.resolve("good.jsonl");
    InProcess.Ended export =
        new InProcess()
            .execute("audit", "export", "--out", file.toString(), "--config", config.toString());
    if (export.code() != 0) {
      throw new IllegalStateException("no export to begin with: " + export.said());
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
  public long feed(long first, int count) throws InterruptedException {
    InProcess.run(
        lanes,
        first,
        count,
        (command, lane, number) ->
            one(command, folder.resolve("broken-" + lane + ".jsonl"), number));
    return count;
  }

  private void one(InProcess command, Path file, long number) {
    Chance chance = Chance.of(seed, name(), number);
    Corpus.Entry entry = corpus.at(number, chance);
    byte[] bytes = entry == null ? broken(chance) : with(entry);
    try {
      Files.write(file, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    InProcess.Ended verify = command.execute("audit", "verify", "--file", file.toString());
    int code = verify.code();
    if (code < 0 || code > 2 || verify.said().contains("this is a bug")) {
      findings.add(
          name(), number, "exits " + code + ": " + verify.said().lines().limit(8).toList(), bytes);
    }
    refusals.met(code + " " + verify.firstLine("verified"));
  }

  /// Its bytes for the line of that number, from 0 on, or for the last.
  private byte[] with(Corpus.Entry entry) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int at = entry.where().equals("last") ? lines.size() - 1 : Integer.parseInt(entry.where());
    for (int i = 0; i < lines.size(); i++) {
      out.writeBytes(i == at ? entry.bytes() : lines.get(i).getBytes(UTF_8));
      out.write('\n');
    }
    return out.toByteArray();
  }

  /// One line that stands elsewhere, or is broken.
  private byte[] broken(Chance chance) {
    int at = chance.below(lines.size());
    List<String> changed = new ArrayList<>(lines);
    switch (chance.below(8)) {
      case 0 -> changed.remove(at);
      case 1 -> changed.add(at, changed.get(chance.below(changed.size())));
      case 2 -> Collections.swap(changed, at, chance.below(changed.size()));
      default -> {
        byte[] line = Breaker.broken(Json.tree(changed.get(at)), chance);
        return with(new Corpus.Entry("", String.valueOf(at), line));
      }
    }
    return (String.join("\n", changed) + "\n").getBytes(UTF_8);
  }
}
