package dev.playloop.proving.fuzz.surface;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.playloop.proving.fuzz.arena.Arena;
import dev.playloop.proving.fuzz.arena.Findings;
import dev.playloop.proving.fuzz.arena.Refusals;
import dev.playloop.proving.fuzz.input.Chance;
import dev.playloop.proving.fuzz.input.Corpus;
import dev.playloop.proving.fuzz.input.Hostile;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.emulator.EmulatorMain;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The emulator's API, in a process as `up` starts it. 502 is what mGBA-http itself answers where
/// the console did not understand, and no breach. Writes go to the screen's memory: what breaks the
/// game on purpose, by a client who may, is no breach either.
public final class EmulatorSurface implements Surface, AutoCloseable {
  private static final int BAD_GATEWAY = 502;
  private static final int CONNECTIONS = 4;

  /// What would end a request line.
  private static final Pattern UNSAYABLE = Pattern.compile("[\\x00-\\x20]");

  private static final String SCREEN = "0x06000000";
  private static final List<String> GETS =
      List.of(
          "/core/currentframe",
          "/core/getgamecode",
          "/core/getkeys",
          "/core/getkey?key=%s",
          "/core/read8?address=%s",
          "/core/read32?address=%s",
          "/core/readrange?address=%s&length=%s",
          "/core/readregister?regName=%s",
          "/memorydomain/name?memoryDomain=%s",
          "/memorydomain/readrange?memoryDomain=%s&address=%s&length=%s",
          "/playloop/health",
          "/%s");
  private static final List<String> POSTS =
      List.of(
          "/core/write8?address=" + SCREEN + "&value=%s",
          "/core/setkeys?keys=%s",
          "/core/addkeys?keyBitmask=%s",
          "/core/screenshot?path=%s",
          "/core/savestatefile?path=%s&flags=%s",
          "/core/loadstatefile?path=%s&flags=%s",
          "/core/savestateslot?slot=%s",
          "/core/loadstateslot?slot=%s",
          "/core/loadstatebuffer?flags=%s",
          "/core/loadfile?path=%s",
          "/console/log?message=%s",
          "/mgba-http/button/tap?button=%s",
          "/mgba-http/button/hold?button=%s&duration=%s",
          "/mgba-http/button/holdmany?buttons=%s&duration=%s",
          "/%s");

  private final long seed;
  private final Findings findings;
  private final Corpus corpus;
  private final Path outside;
  private final Process process;
  private final URI address;
  private final Refusals refusals = new Refusals();

  public EmulatorSurface(long seed, Findings findings, Corpus corpus, Path folder) {
    this.seed = seed;
    this.findings = findings;
    this.corpus = corpus;
    this.outside = folder.resolve("emulator");
    try {
      Path files = Files.createDirectories(outside.resolve("files"));
      ProcessBuilder builder =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Xmx64m",
                  "-XX:+UseSerialGC",
                  "--enable-native-access=ALL-UNNAMED",
                  "-cp",
                  absolute(System.getProperty("java.class.path")),
                  EmulatorMain.class.getName(),
                  "--core",
                  "java",
                  "--http",
                  "0",
                  "--speed",
                  "1",
                  "--files",
                  files.toString(),
                  "--parent-watch")
              .directory(outside.toFile())
              .redirectError(ProcessBuilder.Redirect.DISCARD);
      builder.environment().put(EmulatorMain.TOKEN, Arena.TOKEN);
      this.process = builder.start();
      BufferedReader out =
          new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
      String announced = out.readLine();
      if (announced == null) {
        throw new IllegalStateException("the emulator did not start");
      }
      this.address = URI.create(Json.tree(announced).path("http").asString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// It works in a folder of its own.
  private static String absolute(String classPath) {
    return Stream.of(classPath.split(File.pathSeparator))
        .map(entry -> Path.of(entry).toAbsolutePath().toString())
        .reduce((a, b) -> a + File.pathSeparator + b)
        .orElseThrow();
  }

  @Override
  public String name() {
    return "emulator";
  }

  @Override
  public int chunk() {
    return 500;
  }

  @Override
  public Refusals refusals() {
    return refusals;
  }

  @Override
  public long feed(long first, int count) throws InterruptedException {
    Lanes.run(CONNECTIONS, first, count, _ -> lane());
    try (RawHttp http = new RawHttp(address)) {
      RawHttp.Answer frame = http.send(head("GET", "/core/currentframe", 0), new byte[0]);
      if (frame.status() != 200) {
        findings.add(name(), first, "afterwards: " + frame, new byte[0]);
      }
    } catch (IOException e) {
      findings.add(name(), first, "no answer: " + e, new byte[0]);
    }
    if (!process.isAlive()) {
      findings.add(name(), first, "dead process", new byte[0]);
    }
    try (Stream<Path> all = Files.list(outside)) {
      List<Path> strange = all.filter(path -> !path.endsWith("files")).toList();
      if (!strange.isEmpty()) {
        findings.add(name(), first, "wrote " + strange, new byte[0]);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return count;
  }

  private Lanes.Lane lane() throws IOException {
    RawHttp http = new RawHttp(address);
    return new Lanes.Lane() {
      @Override
      public void take(long number) {
        try {
          one(http, number);
        } catch (IOException e) {
          findings.add(name(), number, "no answer: " + e, new byte[0]);
        }
      }

      @Override
      public void close() throws IOException {
        http.close();
      }
    };
  }

  private void one(RawHttp http, long number) throws IOException {
    Chance chance = Chance.of(seed, name(), number);
    Corpus.Entry entry = corpus.at(number, chance);
    boolean get = entry == null ? chance.oneIn(2) : entry.where().equals("GET");
    String path =
        entry == null
            ? filled(chance.of(get ? GETS : POSTS), chance)
            : UNSAYABLE.matcher(new String(entry.bytes(), ISO_8859_1)).replaceAll("+");
    String method =
        chance.oneIn(30) && entry == null
            ? chance.of(List.of("PUT", "DELETE", "HEAD2", "get"))
            : get ? "GET" : "POST";
    byte[] body = !get && chance.oneIn(3) ? Hostile.value(chance) : new byte[0];
    byte[] head = head(method, path, body.length);
    RawHttp.Answer answer = http.send(head, body);
    if (answer.status() >= 500 && answer.status() != BAD_GATEWAY) {
      findings.add(
          name(),
          number,
          "answer " + answer.status() + " " + answer.body(),
          method,
          path.getBytes(ISO_8859_1));
    }
    refusals.met(answer.status() + " " + answer.body());
  }

  private static String filled(String template, Chance chance) {
    String path = template;
    while (path.contains("%s")) {
      String value =
          switch (chance.below(4)) {
            case 0 -> chance.of(List.of("0", "1", "A", "Start", "0x02000000", "wram", "one.png"));
            case 1 ->
                chance.of(
                    List.of(
                        "../up.png", "/etc/passwd", "a/../../b", "files/../x", "%00", "%C0%AF"));
            default -> URLEncoder.encode(new String(Hostile.value(chance), ISO_8859_1), UTF_8);
          };
      value = value.length() > 3_000 ? value.substring(0, 3_000) : value;
      int at = path.indexOf("%s");
      path = path.substring(0, at) + value.replace("%s", "%25s") + path.substring(at + 2);
    }
    return path;
  }

  private byte[] head(String method, String path, int length) {
    return (method
            + " "
            + path
            + " HTTP/1.1\r\nHost: "
            + address.getAuthority()
            + "\r\nAuthorization: Bearer "
            + Arena.TOKEN
            + "\r\nContent-Length: "
            + length
            + "\r\n\r\n")
        .getBytes(ISO_8859_1);
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
