package dev.playloop.worlds.emulator;

import dev.playloop.worlds.emulator.libretro.CoreFinder;
import dev.playloop.worlds.emulator.machine.Hex;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// An emulator in a process of its own, started as users start it, and reached over HTTP. It ends
/// when this process ends, however that happens.
final class ChildProcess implements Reach {
  private static final long END_SECONDS = 20;

  private final Process process;
  private final JsonNode announcement;
  private final Client client;

  private ChildProcess(Process process, JsonNode announcement) {
    this.process = process;
    this.announcement = announcement;
    this.client = new Client(URI.create(announcement.get("http").asString()));
  }

  /// Starts `emulator` with these options, and those that every test needs.
  static ChildProcess start(String... options) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED"));
    String core = System.getProperty(CoreFinder.SETTING);
    if (core != null) {
      command.add("-D" + CoreFinder.SETTING + "=" + core);
    }
    command.addAll(
        List.of(
            "-cp",
            System.getProperty("java.class.path"),
            EmulatorMain.class.getName(),
            "--http",
            "0",
            "--files",
            System.getProperty("java.io.tmpdir"),
            "--parent-watch"));
    command.addAll(List.of(options));
    try {
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      BufferedReader out =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
      String line = out.readLine();
      if (line == null) {
        throw new IllegalStateException("the emulator ended at once; its words are on stderr");
      }
      return new ChildProcess(process, new JsonMapper().readTree(line));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Process process() {
    return process;
  }

  JsonNode announcement() {
    return announcement;
  }

  @Override
  public Handler handler() {
    return request -> {
      Client.Got got = client.send(request.raw(), request.method(), request.body());
      return new Answer.Reply(got.status(), got.type(), got.text());
    };
  }

  private String get(String path) {
    return fine(client.get(path), path);
  }

  private String post(String path) {
    return fine(client.post(path), path);
  }

  private static String fine(Client.Got got, String path) {
    if (got.status() != 200) {
      throw new IllegalStateException(path + " answered " + got);
    }
    return got.text();
  }

  @Override
  public byte[] save() {
    return Hex.bytes(post("/core/savestatebuffer"));
  }

  @Override
  public boolean restore(byte[] state) {
    post("/playloop/resume");
    post("/playloop/release");
    String path = "/core/loadstatebuffer";
    Client.Got got = client.send(path, "POST", "[" + Hex.list(state) + "]");
    return fine(got, path).equals("true");
  }

  @Override
  public long step(int frames) {
    return Long.parseLong(post("/playloop/step?frames=" + frames));
  }

  @Override
  public long frame() {
    return new JsonMapper().readTree(get("/playloop/health")).get("frame").asLong();
  }

  @Override
  public int keys() {
    return Integer.parseInt(get("/core/getkeys"));
  }

  @Override
  public void keys(int mask) {
    post("/core/setkeys?keys=" + mask);
  }

  @Override
  public byte[] read(long address, int length) {
    return Hex.bytes(get("/core/readrange?address=" + address + "&length=" + length));
  }

  @Override
  public void write(long address, byte[] bytes) {
    for (int i = 0; i < bytes.length; i++) {
      post("/core/write8?address=" + (address + i) + "&value=" + (bytes[i] & 0xFF));
    }
  }

  @Override
  public byte[] png() {
    try {
      Path file = Files.createTempFile("playloop-screen", ".png");
      post("/core/screenshot?path=" + file);
      byte[] png = Files.readAllBytes(file);
      Files.delete(file);
      return png;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String gameCode() {
    return get("/core/getgamecode");
  }

  @Override
  public void pause() {
    post("/playloop/pause");
  }

  @Override
  public void resume() {
    post("/playloop/resume");
  }

  /// Lets standard input end, which the emulator takes as its own.
  ///
  /// @return its exit code
  int end() {
    try {
      process.getOutputStream().close();
      if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IllegalStateException("the emulator did not end with its standard input");
      }
      return process.exitValue();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    end();
    client.close();
  }
}
