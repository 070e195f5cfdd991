package dev.playloop.ingest.webhook;

import dev.playloop.ingest.webhook.ApprovalNews.Asked;
import dev.playloop.ingest.webhook.ApprovalNews.Ended;
import dev.playloop.ingest.webhook.ApprovalNews.News;
import dev.playloop.schemas.json.Json;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import tools.jackson.databind.node.ObjectNode;

/// Posts news as CloudEvents in structured mode, each signed over its time and its body. Follows no
/// redirect. Owns its HTTP client; used by one thread at a time.
final class WebhookPost implements AutoCloseable {
  static final String SIGNATURE = "X-Playloop-Signature";
  static final String TIMESTAMP = "X-Playloop-Timestamp";

  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final Duration WHOLE = Duration.ofSeconds(10);

  private final WebhookSettings settings;
  private final String source;
  private final Clock clock;
  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .followRedirects(HttpClient.Redirect.NEVER)
          .connectTimeout(CONNECT)
          .build();

  /// `prefix` is that of the system's topics: by it a receiver tells systems apart.
  WebhookPost(WebhookSettings settings, String prefix, Clock clock) {
    this.settings = settings;
    this.source = "/" + prefix.replace('.', '/') + "approvals";
    this.clock = clock;
  }

  /// The status of the answer. Throws IOException where there was none in time.
  int send(News news) throws IOException, InterruptedException {
    byte[] body = Json.bytes(event(news));
    String timestamp = String.valueOf(clock.instant().getEpochSecond());
    HttpRequest request =
        HttpRequest.newBuilder(settings.target())
            .timeout(WHOLE)
            .header("Content-Type", "application/cloudevents+json")
            .header(TIMESTAMP, timestamp)
            .header(SIGNATURE, "sha256=" + hmac(timestamp, body))
            .POST(BodyPublishers.ofByteArray(body))
            .build();
    CompletableFuture<HttpResponse<Void>> answer =
        client.sendAsync(request, BodyHandlers.discarding());
    try {
      // The request's own time ends with the answer's head; its body may go on for ever.
      return answer.get(WHOLE.toMillis(), TimeUnit.MILLISECONDS).statusCode();
    } catch (ExecutionException e) {
      throw new IOException(String.valueOf(e.getCause()), e);
    } catch (TimeoutException e) {
      throw new IOException("no whole answer within " + WHOLE, e);
    } finally {
      answer.cancel(true);
    }
  }

  /// Holds no secret, and its link is none: whoever opens it needs a token of the gateway.
  private ObjectNode event(News news) {
    ObjectNode data = Json.NODES.objectNode();
    String approval =
        switch (news) {
          case Asked asked -> asked.ask().question().approval();
          case Ended ended -> ended.approval();
        };
    data.put("agent", news.agent().value());
    data.put("approval", approval);
    data.put("url", "/v1/approvals/" + approval);
    if (news instanceof Asked asked) {
      data.set("ask", Json.LOG.valueToTree(asked.ask()));
    }
    ObjectNode event = Json.NODES.objectNode();
    event.put("specversion", "1.0");
    event.put("id", news.id());
    event.put("source", source);
    event.put("type", "playloop.approval." + (news instanceof Asked ? "asked" : "ended"));
    event.put("subject", news.agent().value());
    event.put("time", news.at().toString());
    event.put("datacontenttype", "application/json");
    event.set("data", data);
    return event;
  }

  private String hmac(String timestamp, byte[] body) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(
          new SecretKeySpec(
              settings.secret().text().getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      mac.update((timestamp + ".").getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(mac.doFinal(body));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has HmacSHA256", e);
    }
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
