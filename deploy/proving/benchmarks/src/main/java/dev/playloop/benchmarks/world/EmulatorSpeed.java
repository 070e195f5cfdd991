package dev.playloop.benchmarks.world;

import dev.playloop.worlds.emulator.EmulatorMain;
import dev.playloop.worlds.emulator.libretro.CoreFinder;
import dev.playloop.worlds.emulator.libretro.LibretroMachine;
import dev.playloop.worlds.emulator.machine.Machine;
import dev.playloop.worlds.emulator.machine.Roms;
import dev.playloop.worlds.emulator.thumb.ThumbMachine;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.json.JsonMapper;

/// How fast the emulator is: `EmulatorSpeed [frames]`. Frames a second of the bundled game on one
/// core, for mGBA and for the Java console, by the clock and by the thread's own CPU time; then an
/// emulator process as users start it: its memory, and requests a second from one client.
final class EmulatorSpeed {
  private static final double REAL_TIME = 16_777_216.0 / 280_896.0;

  private EmulatorSpeed() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    int frames = args.length > 0 ? Integer.parseInt(args[0]) : 20_000;
    System.out.printf(
        Locale.ROOT,
        "load average %.1f, %,d frames each%n",
        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
        frames);
    byte[] game = Roms.bundled();
    Path core = CoreFinder.find().orElse(null);
    if (core == null) {
      System.out.println("mGBA: not measured, it is not installed (package libretro-mgba)");
    } else {
      try (Machine machine = new LibretroMachine(core, game)) {
        measure(machine, frames);
      }
    }
    try (Machine machine = new ThumbMachine(game)) {
      measure(machine, frames);
    }
    if (core != null) {
      process("mgba", frames);
    }
    process("java", frames);
  }

  /// Walks up and down, and talks.
  private static void measure(Machine machine, int frames) {
    play(machine, frames / 4);
    long begun = System.nanoTime();
    long cpuBegun = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    play(machine, frames);
    double cpu = (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - cpuBegun) / 1e9;
    double clock = (System.nanoTime() - begun) / 1e9;
    System.out.printf(
        Locale.ROOT,
        "%s: %,.0f frames/s by the clock (%.0f times real time), %,.0f by CPU time (%.0f times)%n",
        machine.core(),
        frames / clock,
        frames / clock / REAL_TIME,
        frames / cpu,
        frames / cpu / REAL_TIME);
  }

  private static void play(Machine machine, int frames) {
    for (int i = 0; i < frames; i++) {
      machine.frame(1 << (i / 24 % 8));
    }
  }

  private static void process(String core, int frames) throws IOException, InterruptedException {
    Process process = start(core);
    try (BufferedReader out =
            new BufferedReader(
                new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        HttpClient http = HttpClient.newHttpClient()) {
      String at = new JsonMapper().readTree(out.readLine()).get("http").asString();
      long begun = System.nanoTime();
      long frame = get(http, at + "/core/currentFrame");
      long now = frame;
      while (now < frame + frames) {
        now = get(http, at + "/core/currentFrame");
      }
      double seconds = (System.nanoTime() - begun) / 1e9;
      System.out.printf(
          Locale.ROOT,
          "process with %s, speed max: %,.0f frames/s while it answers%n",
          core,
          (now - frame) / seconds);
      requests(http, at, core);
      System.out.printf("process with %s after %,d frames: %s%n", core, now, memory(process.pid()));
    } finally {
      process.getOutputStream().close();
      process.waitFor();
    }
  }

  private static Process start(String core) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx64m",
            "-XX:+UseSerialGC",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            EmulatorMain.class.getName(),
            "--core",
            core,
            "--http",
            "0",
            "--speed",
            "max",
            "--parent-watch")
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  /// One after the other: each waits for the gap between two frames.
  private static void requests(HttpClient http, String at, String core)
      throws IOException, InterruptedException {
    int count = 2_000;
    double[] millis = new double[count];
    long begun = System.nanoTime();
    for (int i = 0; i < count; i++) {
      long one = System.nanoTime();
      get(http, at + "/core/read8?address=0x02037350");
      millis[i] = (System.nanoTime() - one) / 1e6;
    }
    double seconds = (System.nanoTime() - begun) / 1e9;
    Arrays.sort(millis);
    System.out.printf(
        Locale.ROOT,
        "process with %s: %,.0f requests/s from one client, p50 %.2f ms, p99 %.2f ms%n",
        core,
        count / seconds,
        millis[count / 2],
        millis[count * 99 / 100]);
  }

  private static long get(HttpClient http, String url) throws IOException, InterruptedException {
    return Long.parseLong(
        http.send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofString()).body());
  }

  /// The resident set now and at its highest, where the system tells.
  private static List<String> memory(long pid) throws IOException {
    Path file = Path.of("/proc", Long.toString(pid), "status");
    if (!Files.exists(file)) {
      return List.of("no /proc here");
    }
    return Files.readAllLines(file).stream()
        .filter(line -> line.startsWith("VmRSS") || line.startsWith("VmHWM"))
        .map(line -> line.replaceAll("\\s+", " "))
        .toList();
  }
}
