package dev.playloop.worlds.emerald.mgba;

import static dev.playloop.worlds.emerald.mgba.MgbaText.brief;
import static dev.playloop.worlds.emerald.mgba.MgbaText.bytes;
import static dev.playloop.worlds.emerald.mgba.MgbaText.encoded;
import static dev.playloop.worlds.emerald.mgba.MgbaText.hex;
import static dev.playloop.worlds.emerald.mgba.MgbaText.line;
import static dev.playloop.worlds.emerald.mgba.MgbaText.number;
import static dev.playloop.worlds.emerald.mgba.MgbaText.path;

import dev.playloop.worlds.emerald.mgba.MgbaException.CommandRefused;
import dev.playloop.worlds.emerald.mgba.MgbaException.UnexpectedAnswer;
import dev.playloop.worlds.emerald.mgba.MgbaException.UnknownOutcome;
import dev.playloop.worlds.emerald.model.Button;
import dev.playloop.worlds.model.WorldUnavailable;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// One emulator behind mGBA-http 0.10: the only class that knows its paths. Thread-safe; reads go
/// side by side, and at most one command that changes something is under way.
///
/// An emulator that could not be reached, and a read without an answer, is [WorldUnavailable]:
/// nothing has happened. A command without a clear answer is [UnknownOutcome], and is never sent
/// again. Anything else that no emulator says is [UnexpectedAnswer]. Bodies are bounded by
/// [#MAX_BODY_BYTES].
public final class Mgba implements AutoCloseable {
  /// Three characters for each byte of the largest read, and room for a message.
  static final int MAX_BODY_BYTES = 256 * 1024;

  /// The largest range of one read. mGBA may cut longer answers.
  public static final int MAX_RANGE = 32 * 1024;

  private static final int OK = 200;

  private final URI base;
  private final @Nullable String token;
  private final Duration answer;
  private final HttpClient client;
  private final ReentrantLock mutation = new ReentrantLock(true);

  /// `base` is the address of mGBA-http, such as `http://localhost:5000`.
  public Mgba(URI base, Limits limits) {
    this(base, limits, null);
  }

  /// `token` is what an emulator of ours may ask for; mGBA-http itself knows none.
  public Mgba(URI base, Limits limits, @Nullable String token) {
    this.base = base;
    this.token = token;
    this.answer = limits.answer();
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(limits.connect())
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();
  }

  /// How long a connection may take, and how long an answer. mGBA-http itself waits 3 s for the
  /// emulator, up to three times.
  public record Limits(Duration connect, Duration answer) {
    public static Limits standard() {
      return new Limits(Duration.ofSeconds(2), Duration.ofSeconds(12));
    }
  }

  /// Some bytes of the machine's memory.
  public record Range(long address, int length) {
    public Range {
      if (length < 1 || length > MAX_RANGE) {
        throw new IllegalArgumentException(
            "length: expected 1 to %d bytes, got %d".formatted(MAX_RANGE, length));
      }
    }

    public static Range of(long address, int length) {
      return new Range(address, length);
    }
  }

  public URI address() {
    return base;
  }

  /// Frames since the machine was switched on: the clock of everything here.
  public long currentFrame() throws InterruptedException {
    return number("/core/currentFrame", get("/core/currentFrame"), Long.MAX_VALUE);
  }

  /// `AGB-` and the four letters of the cartridge.
  public String gameCode() throws InterruptedException {
    return get("/core/getgamecode");
  }

  /// The cartridge's size in bytes.
  public long romSize() throws InterruptedException {
    return number("/core/romsize", get("/core/romsize"), Long.MAX_VALUE);
  }

  /// The keys that are down now, as bits in the order of [Button].
  public int keys() throws InterruptedException {
    return (int) number("/core/getkeys", get("/core/getkeys"), 0x3FF);
  }

  public int read8(long address) throws InterruptedException {
    return (int) number("/core/read8", get("/core/read8?address=" + hex(address)), 0xFF);
  }

  /// All ranges, asked for side by side, in the order given.
  public List<byte[]> read(List<Range> ranges) throws InterruptedException {
    List<CompletableFuture<HttpResponse<String>>> sent = new ArrayList<>(ranges.size());
    for (Range range : ranges) {
      String path = "/core/readrange?address=" + hex(range.address()) + "&length=" + range.length();
      sent.add(client.sendAsync(getRequest(path), bounded()));
    }
    List<byte[]> read = new ArrayList<>(ranges.size());
    for (int i = 0; i < sent.size(); i++) {
      String text = text("/core/readrange", awaited("/core/readrange", sent.get(i)));
      read.add(bytes("/core/readrange", text, ranges.get(i).length()));
    }
    return read;
  }

  /// Puts a key down for `frames` frames. Returns at once, while it is still down.
  public void hold(Button button, int frames) throws InterruptedException {
    if (frames < 1) {
      throw new IllegalArgumentException("frames: expected 1 or more, got " + frames);
    }
    post("/mgba-http/button/hold?button=" + button + "&duration=" + (frames - 1));
  }

  /// Lets a key go.
  public void clear(Button button) throws InterruptedException {
    post("/mgba-http/button/clear?button=" + button);
  }

  /// Exactly these keys are down from now on.
  public void setKeys(int bits) throws InterruptedException {
    post("/core/setkeys?keys=" + bits);
  }

  public void write8(long address, int value) throws InterruptedException {
    post("/core/write8?address=" + hex(address) + "&value=" + value);
  }

  /// Writes the screen as PNG to a path on the emulator's host. It does not tell whether that went
  /// well.
  public void screenshot(String path) throws InterruptedException {
    post("/core/screenshot?path=" + encoded(path));
  }

  /// Keeps the machine's state in a slot. For operators and tests: no tool does this.
  public void saveState(int slot) throws InterruptedException {
    postTrue("/core/savestateslot?slot=" + slot);
  }

  /// Goes back to the state in a slot. For operators and tests: no tool does this.
  public void loadState(int slot) throws InterruptedException {
    postTrue("/core/loadstateslot?slot=" + slot);
  }

  private void postTrue(String path) throws InterruptedException {
    String body = command(path);
    if (!body.equals("true")) {
      throw body.isEmpty()
          ? new CommandRefused(path(path) + ": the emulator could not do it")
          : new UnexpectedAnswer(path(path), "true, or nothing where it failed", body);
    }
  }

  private void post(String path) throws InterruptedException {
    String body = command(path);
    if (!body.isEmpty()) {
      throw new UnknownOutcome(
          "%s: expected an empty answer, got '%s'".formatted(path(path), line(body)));
    }
  }

  private String command(String path) throws InterruptedException {
    HttpRequest request = request(path).POST(BodyPublishers.noBody()).build();
    mutation.lockInterruptibly();
    try {
      HttpResponse<String> response = client.send(request, bounded());
      int status = response.statusCode();
      if (status >= 400 && status < 500) {
        throw new CommandRefused(
            "%s: refused with %d: %s".formatted(path(path), status, line(response.body())));
      }
      if (status != OK) {
        throw new UnknownOutcome(
            "%s: answered %d (%s) after the command was sent"
                .formatted(path(path), status, line(response.body())));
      }
      return response.body();
    } catch (IOException e) {
      throw neverSent(e)
          ? away(path(path), e)
          : new UnknownOutcome(path(path) + ": no answer after it was sent: " + brief(e));
    } finally {
      mutation.unlock();
    }
  }

  private String get(String path) throws InterruptedException {
    return text(path(path), awaited(path(path), client.sendAsync(getRequest(path), bounded())));
  }

  private HttpRequest getRequest(String path) {
    return request(path).GET().build();
  }

  private HttpRequest.Builder request(String path) {
    HttpRequest.Builder request = HttpRequest.newBuilder(base.resolve(path)).timeout(answer);
    return token == null ? request : request.header("Authorization", "Bearer " + token);
  }

  private HttpResponse<String> awaited(
      String path, CompletableFuture<HttpResponse<String>> response) throws InterruptedException {
    try {
      return response.get();
    } catch (ExecutionException e) {
      throw away(path, e.getCause());
    }
  }

  private static String text(String path, HttpResponse<String> response) {
    int status = response.statusCode();
    if (status >= 500) {
      throw away(path, new IOException("it answers " + status + ": " + line(response.body())));
    }
    if (status != OK) {
      throw new UnexpectedAnswer(path, "status 200", status + " " + response.body());
    }
    return response.body();
  }

  private static HttpResponse.BodyHandler<String> bounded() {
    return BodyHandlers.limiting(BodyHandlers.ofString(StandardCharsets.UTF_8), MAX_BODY_BYTES);
  }

  private static boolean neverSent(IOException e) {
    return e instanceof ConnectException || e instanceof HttpConnectTimeoutException;
  }

  private static WorldUnavailable away(String path, @Nullable Throwable cause) {
    Throwable known = cause == null ? new IOException("no cause") : cause;
    return new WorldUnavailable(
        "the emulator does not answer " + path + ": " + brief(known), known);
  }

  /// Ends calls that are under way.
  @Override
  public void close() {
    client.shutdownNow();
    client.close();
  }
}
