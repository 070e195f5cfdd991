package dev.playloop.benchmarks.world;

import dev.playloop.worlds.sandbox.GuestCall;
import dev.playloop.worlds.sandbox.HostPort;
import dev.playloop.worlds.sandbox.Limits;
import dev.playloop.worlds.sandbox.Outcome;
import dev.playloop.worlds.sandbox.Program;
import dev.playloop.worlds.sandbox.Sandbox;
import dev.playloop.worlds.sandbox.SandboxSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// What running untrusted JavaScript costs: `SandboxSpeed [calls]`. Time to the first call, a warm
/// call without and with calls to the host, a nested one, and the memory of the children.
final class SandboxSpeed {
  private static final GuestCall CALL = new GuestCall("ada", "tool");
  private static final Program LOOP =
      Program.javascript(
          "function run(x) { let s = 0; for (let i = 0; i < 1000; i++) s += i * x; return { s, x }; }");
  private static final Program HOST_CALLS =
      Program.javascript(
          "function run(x) { for (let i = 0; i < 10; i++) read('a' + i); return balance(); }");
  private static final Program NESTED =
      Program.javascript("function run(x) { return invoke('other', x); }");
  private static final Program HEAP =
      Program.javascript(
          "function run(x) { const a = []; for (let i = 0; i < 200000; i++) a.push([i]); return a.length; }");

  private SandboxSpeed() {}

  public static void main(String[] args) throws InterruptedException {
    int calls = args.length > 0 ? Integer.parseInt(args[0]) : 1_000;
    System.out.printf(
        Locale.ROOT,
        "load average %.1f, %d calls each%n",
        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
        calls);
    long began = System.nanoTime();
    try (Sandbox sandbox = Sandbox.start(SandboxSettings.DEFAULT)) {
      System.out.printf(Locale.ROOT, "start returns after %.0f ms%n", millisSince(began));
      run(sandbox, LOOP, new BenchHost(sandbox));
      System.out.printf(Locale.ROOT, "first call ends after %.0f ms%n", millisSince(began));
      measure("warm call, loop of 1,000 steps", sandbox, LOOP, calls);
      measure("warm call, 11 calls to the host", sandbox, HOST_CALLS, calls);
      measure("warm call that invokes another", sandbox, NESTED, calls);
      memory("after these");
      run(sandbox, HEAP, new BenchHost(sandbox));
      run(sandbox, LOOP, new BenchHost(sandbox));
      memory("after a run with 200,000 small arrays");
    }
  }

  private static void measure(String what, Sandbox sandbox, Program program, int calls)
      throws InterruptedException {
    BenchHost host = new BenchHost(sandbox);
    for (int i = 0; i < calls / 10; i++) {
      run(sandbox, program, host);
    }
    double[] millis = new double[calls];
    for (int i = 0; i < calls; i++) {
      long began = System.nanoTime();
      run(sandbox, program, host);
      millis[i] = millisSince(began);
    }
    Arrays.sort(millis);
    System.out.printf(
        Locale.ROOT,
        "%s: p50 %.1f ms, p99 %.1f ms%n",
        what,
        millis[calls / 2],
        millis[calls * 99 / 100]);
  }

  private static JsonNode run(Sandbox sandbox, Program program, HostPort host)
      throws InterruptedException {
    List<JsonNode> args = List.of(JsonNodeFactory.instance.numberNode(3));
    return switch (sandbox.run(program, args, CALL, Limits.DEFAULT, host)) {
      case Outcome.Returned returned -> returned.value();
      case Outcome.Failed failed -> throw new IllegalStateException(failed.message());
    };
  }

  private static double millisSince(long began) {
    return (System.nanoTime() - began) / 1e6;
  }

  private static void memory(String when) {
    ProcessHandle.current()
        .children()
        .forEach(child ->
            System.out.printf("child %d %s: %s%n", child.pid(), when, status(child.pid())));
  }

  /// The resident set now and at its highest, where the system tells.
  private static List<String> status(long pid) {
    Path file = Path.of("/proc", Long.toString(pid), "status");
    if (!Files.exists(file)) {
      return List.of("no /proc here");
    }
    try {
      return Files.readAllLines(file).stream()
          .filter(line -> line.startsWith("VmRSS") || line.startsWith("VmHWM"))
          .map(line -> line.replaceAll("\\s+", " "))
          .toList();
    } catch (IOException gone) {
      throw new UncheckedIOException(gone);
    }
  }

  /// Answers at once; an invocation is a nested run.
  private record BenchHost(Sandbox sandbox) implements HostPort {
    @Override
    public JsonNode invoke(String artifact, List<JsonNode> args) throws InterruptedException {
      return run(sandbox, LOOP, this);
    }

    @Override
    public JsonNode read(String artifact) {
      return JsonNodeFactory.instance.stringNode("content");
    }

    @Override
    public JsonNode query(JsonNode query) {
      return JsonNodeFactory.instance.arrayNode();
    }

    @Override
    public JsonNode pay(String to, long amount) {
      return JsonNodeFactory.instance.numberNode(amount);
    }

    @Override
    public long balance() {
      return 1;
    }
  }
}
