package dev.playloop.proving.fuzz.surface;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.playloop.proving.fuzz.arena.Findings;
import dev.playloop.proving.fuzz.arena.Refusals;
import dev.playloop.proving.fuzz.input.Breaker;
import dev.playloop.proving.fuzz.input.Chance;
import dev.playloop.proving.fuzz.input.Corpus;
import dev.playloop.proving.fuzz.input.Hostile;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.sandbox.GuestCall;
import dev.playloop.worlds.sandbox.HostPort;
import dev.playloop.worlds.sandbox.Limits;
import dev.playloop.worlds.sandbox.Outcome;
import dev.playloop.worlds.sandbox.Program;
import dev.playloop.worlds.sandbox.Sandbox;
import dev.playloop.worlds.sandbox.SandboxBusy;
import dev.playloop.worlds.sandbox.SandboxSettings;
import dev.playloop.worlds.sandbox.SandboxUnavailable;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// What a child of the sandbox says after it was taken over: a stand-in, a shell that prints a
/// file, speaks to the real parent. One that was killed for what it said costs a shell, not a JVM.
public final class SandboxSurface implements Surface, AutoCloseable {
  private static final Duration LIMIT = Duration.ofMillis(300);
  private static final Duration LATE = Duration.ofSeconds(20);
  private static final int LANES = 4;

  /// Answers each order with the file of the number that the order's code names, and what it is
  /// told then with the same.
  private static final String SCRIPT =
      """
      printf '{"type":"READY"}\\n'
      while read -r line; do
        case $line in *@*@*) n=${line#*@}; n=${n%%@*};; esac
        /bin/cat "$0.$n"
      done
      """;

  private final long seed;
  private final Findings findings;
  private final Corpus corpus;
  private final Path script;
  private final Sandbox sandbox;
  private final Refusals refusals = new Refusals();

  public SandboxSurface(long seed, Findings findings, Corpus corpus, Path folder) {
    this.seed = seed;
    this.findings = findings;
    this.corpus = corpus;
    this.script = folder.resolve("stand-in");
    write(script, SCRIPT.getBytes(UTF_8));
    this.sandbox =
        Sandbox.start(
            SandboxSettings.DEFAULT
                .withSize(LANES)
                .withWrapper(List.of("/bin/sh", script.toString())));
  }

  @Override
  public String name() {
    return "sandbox";
  }

  @Override
  public int chunk() {
    return 200;
  }

  @Override
  public Refusals refusals() {
    return refusals;
  }

  @Override
  public long feed(long first, int count) throws InterruptedException {
    Lanes.run(LANES, first, count, lane -> number -> one("lane-" + lane, number));
    return count;
  }

  private void one(String lane, long number) throws InterruptedException {
    Chance chance = Chance.of(seed, name(), number);
    Corpus.Entry entry = corpus.at(number, chance);
    byte[] said = entry == null ? said(chance) : entry.bytes();
    Path answer = script.resolveSibling("stand-in." + number);
    write(answer, said);
    long begun = System.nanoTime();
    refusals.met(outcome(lane, number, said));
    if (System.nanoTime() - begun > LATE.toNanos()) {
      findings.add(name(), number, "no end in " + LATE.toSeconds() + " s", said);
    }
    try {
      Files.delete(answer);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String outcome(String lane, long number, byte[] said) throws InterruptedException {
    try {
      Outcome outcome =
          sandbox.run(
              Program.javascript("function run() { return 1 } // @%d@".formatted(number)),
              List.of(),
              new GuestCall(lane, "stand-in"),
              new Limits(LIMIT, 1_000, 4_096, 3),
              host());
      return outcome instanceof Outcome.Failed failed
          ? failed.code() + " " + failed.message()
          : "returned";
    } catch (SandboxUnavailable | SandboxBusy refused) {
      return "unavailable";
    } catch (RuntimeException | StackOverflowError e) {
      findings.add(name(), number, "throws " + e, said);
      return "thrown";
    }
  }

  /// One line that a child may say, or two, with a broken place.
  private static byte[] said(Chance chance) {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    for (int lines = chance.oneIn(4) ? 2 : 1; lines > 0; lines--) {
      said.writeBytes(Breaker.broken(frame(chance), chance));
      if (!chance.oneIn(50)) {
        said.write('\n');
      }
    }
    return said.toByteArray();
  }

  private static ObjectNode frame(Chance chance) {
    ObjectNode frame = Json.NODES.objectNode();
    return switch (chance.below(3)) {
      case 0 -> frame.put("type", "DONE").put("value", value(chance)).put("cpuNanos", "1000");
      case 1 ->
          frame
              .put("type", "FAILED")
              .put("kind", chance.of(List.of("TIMEOUT", "RUNTIME_ERROR", "SYNTAX_ERROR", "X")))
              .put("message", "it failed")
              .put("cpuNanos", "1000");
      default ->
          frame
              .put("type", "CALL")
              .put("name", chance.of(List.of("pay", "read", "invoke", "query", "mint")))
              .put("args", "[" + value(chance) + "," + value(chance) + "]");
    };
  }

  /// JSON within the frame's text, broken as well as the frame.
  private static String value(Chance chance) {
    return chance.oneIn(2) ? "1" : new String(Hostile.value(chance), UTF_8);
  }

  /// A host that answers everything with null.
  private static HostPort host() {
    return (HostPort)
        Proxy.newProxyInstance(
            HostPort.class.getClassLoader(),
            new Class<?>[] {HostPort.class},
            (_, method, _) ->
                method.getReturnType().equals(void.class) ? null : Json.NODES.nullNode());
  }

  private static void write(Path file, byte[] bytes) {
    try {
      Files.write(file, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    sandbox.close();
  }
}
