package dev.playloop.audit.checkpoint;

import dev.playloop.settings.InvalidSettingException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps a copy of each checkpoint where whoever can write to Kafka can't: a file that is appended
/// to, or an HTTP address that each is posted to. What can't be delivered is tried again with the
/// next, at most [#MAX_WAITING] of them; the newest covers all older ones. A checkpoint may be
/// copied twice, when its writer changes. Used by one thread.
final class Copies {
  static final int MAX_WAITING = 100;
  private static final Logger LOG = LoggerFactory.getLogger(Copies.class);
  private static final Duration HTTP_TIMEOUT = Duration.ofSeconds(10);
  private static final String FILE = "file:";

  private final @Nullable String target;
  private final Deque<SignedCheckpoint> waiting = new ArrayDeque<>();

  private Copies(@Nullable String target) {
    this.target = target;
  }

  /// `target` is `file:PATH`, a path, an http or https address, or null for no copies.
  static Copies to(@Nullable String target) {
    if (target != null && target.contains("://") && !isHttp(target)) {
      throw new InvalidSettingException(
          SealSettings.COPY.name() + ": expected a file or an http(s) address, got " + target);
    }
    return new Copies(target);
  }

  boolean isOff() {
    return target == null;
  }

  void add(SignedCheckpoint checkpoint) {
    if (target != null) {
      if (waiting.size() == MAX_WAITING) {
        waiting.removeFirst();
      }
      waiting.addLast(checkpoint);
    }
  }

  /// Delivers what waits, in order, up to the first that fails.
  void deliver() throws InterruptedException {
    while (target != null && !waiting.isEmpty()) {
      try {
        deliver(target, waiting.getFirst().line());
        waiting.removeFirst();
      } catch (IOException e) {
        LOG.warn(
            "{} checkpoints wait to be copied to {}, again with the next one: {}",
            waiting.size(),
            target,
            e.toString());
        return;
      }
    }
  }

  private static void deliver(String target, String line) throws IOException, InterruptedException {
    if (isHttp(target)) {
      post(URI.create(target), line);
      return;
    }
    Path file = Path.of(target.startsWith(FILE) ? target.substring(FILE.length()) : target);
    try (FileChannel out =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      ByteBuffer bytes = ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) {
        out.write(bytes);
      }
      out.force(true);
    }
  }

  private static void post(URI address, String line) throws IOException, InterruptedException {
    try (HttpClient client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(HTTP_TIMEOUT)
            .build()) {
      HttpResponse<Void> answer =
          client.send(
              HttpRequest.newBuilder(address)
                  .timeout(HTTP_TIMEOUT)
                  .header("content-type", "application/json")
                  .POST(HttpRequest.BodyPublishers.ofString(line))
                  .build(),
              HttpResponse.BodyHandlers.discarding());
      if (answer.statusCode() / 100 != 2) {
        throw new IOException("HTTP " + answer.statusCode());
      }
    }
  }

  private static boolean isHttp(String target) {
    return target.startsWith("http://") || target.startsWith("https://");
  }
}
