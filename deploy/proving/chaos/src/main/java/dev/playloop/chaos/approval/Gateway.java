package dev.playloop.chaos.approval;

import dev.playloop.schemas.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The gateway as people's clients reach it: whoever gets no verdict says the same words again,
/// until there is one or it does not matter any more. Thread-safe.
final class Gateway implements AutoCloseable {
  private static final int PAUSE_MILLIS = 150;
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final URI address;
  private final AtomicInteger again = new AtomicInteger();
  private final Set<String> taken = ConcurrentHashMap.newKeySet();
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(2))
          .build();

  Gateway(URI address) {
    this.address = address;
  }

  /// What was asked, and by which arguments it is named.
  record About(String approval, String argsHash, @Nullable JsonNode edited) {}

  /// How often the same words were sent once more, since nobody knew what had become of them.
  int again() {
    return again.get();
  }

  /// The ids of the words that it has taken.
  Set<String> taken() {
    return Set.copyOf(taken);
  }

  /// Says it, again and again where the gateway is not there or does not know the question yet, for
  /// as long as `open`. Returns the last status; 0 where there was none.
  int say(Answering.Word word, About about, BooleanSupplier open) throws InterruptedException {
    HttpRequest request = request(word, about);
    int last = 0;
    boolean sent = false;
    do {
      if (sent) {
        again.incrementAndGet();
        sent = false;
      }
      try {
        HttpResponse<byte[]> answer = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
        last = answer.statusCode();
        if (last == 202) {
          taken.add(Json.LOG.readTree(answer.body()).path("id").asString(""));
          return last;
        }
        if (last == 403 || last == 422) {
          return last;
        }
      } catch (java.net.ConnectException e) {
        last = 0; // nothing was sent
      } catch (IOException e) {
        last = 0;
        sent = true;
      }
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    } while (open.getAsBoolean() || sent);
    return last;
  }

  private HttpRequest request(Answering.Word word, About about) {
    ObjectNode said =
        Json.NODES
            .objectNode()
            .put("answer", word.kind().name().toLowerCase(Locale.ROOT))
            .put("argsHash", about.argsHash())
            .put("reason", "as planned");
    if (about.edited() != null) {
      said.set("args", about.edited());
    }
    return HttpRequest.newBuilder(address.resolve("/v1/approvals/" + about.approval()))
        .timeout(TIMEOUT)
        .header("Content-Type", "application/json")
        .header("Authorization", "Bearer " + word.who().token())
        .POST(HttpRequest.BodyPublishers.ofByteArray(Json.bytes(said)))
        .build();
  }

  @Override
  public void close() {
    http.close();
  }
}
