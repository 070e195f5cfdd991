package dev.playloop.client;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Posts batches to the gateway, over one connection as long as it lasts. Follows no redirect. */
final class Wire {
  private static final int MAX_ANSWER_BYTES = 262_144;

  private final Options options;
  private final HttpClient http;

  /** What the gateway answered. */
  record Answer(int status, String retryAfter, String body) {}

  Wire(Options options) {
    this.options = options;
    this.http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(Duration.ofMillis(options.requestTimeoutMs))
            .build();
  }

  /** Null where no whole answer came. */
  Answer post(List<Outbox.Waiting> batch) throws InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(options.endpoint)
            .timeout(Duration.ofMillis(options.requestTimeoutMs))
            .header("Content-Type", "application/cloudevents-batch+json")
            .POST(HttpRequest.BodyPublishers.ofByteArray(body(batch)));
    if (options.token != null) {
      request.header("Authorization", "Bearer " + options.token);
    }
    CompletableFuture<HttpResponse<String>> asked =
        http.sendAsync(request.build(), head -> new Said());
    try {
      HttpResponse<String> response = asked.get(options.requestTimeoutMs, TimeUnit.MILLISECONDS);
      return new Answer(
          response.statusCode(),
          response.headers().firstValue("Retry-After").orElse(""),
          response.body());
    } catch (ExecutionException | TimeoutException e) {
      asked.cancel(true);
      return null;
    }
  }

  /** A body of at most so many bytes; nothing of one that has more. */
  private static final class Said implements HttpResponse.BodySubscriber<String> {
    private final CompletableFuture<String> whole = new CompletableFuture<>();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private Flow.Subscription subscription;

    @Override
    public CompletionStage<String> getBody() {
      return whole;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      this.subscription = subscription;
      subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> parts) {
      for (ByteBuffer part : parts) {
        byte[] some = new byte[part.remaining()];
        part.get(some);
        bytes.write(some, 0, some.length);
      }
      if (bytes.size() >= MAX_ANSWER_BYTES) {
        whole.complete("");
        subscription.cancel();
      }
    }

    @Override
    public void onError(Throwable failure) {
      whole.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
      whole.complete(bytes.toString(StandardCharsets.UTF_8));
    }
  }

  private static byte[] body(List<Outbox.Waiting> batch) {
    int size = batch.size() + 1;
    for (Outbox.Waiting event : batch) {
      size += event.json().length;
    }
    byte[] body = new byte[size];
    int at = 0;
    for (Outbox.Waiting event : batch) {
      body[at] = (byte) (at == 0 ? '[' : ',');
      System.arraycopy(event.json(), 0, body, at + 1, event.json().length);
      at += 1 + event.json().length;
    }
    body[at] = ']';
    return body;
  }
}
