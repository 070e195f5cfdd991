package dev.playloop.reasoner.wire;

import dev.playloop.reasoner.wire.LlmAnswer.Billing;
import dev.playloop.reasoner.wire.LlmAnswer.Fault;
import dev.playloop.schemas.event.LlmFailure;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/// The one HTTP client of a process. Pinned to HTTP/1.1: the JDK's HTTP/2 fails beyond the server's
/// stream limit. It sends each request once; the deadline covers the body too, which the JDK's own
/// request timeout does not. Thread-safe; callers block on their own (virtual) threads.
public final class Http implements AutoCloseable {
  /// Longest reply that is read.
  static final long MAX_BODY_BYTES = 8L * 1024 * 1024;

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

  private final ExecutorService callbacks;
  private final HttpClient client;
  private final InstantSource clock;

  public Http(InstantSource clock) {
    this.clock = clock;
    // Only parsing of heads and copying of bodies runs here, in between what the callers do: on
    // threads of the system each step of a call would wake one.
    this.callbacks =
        Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("llm-http-", 0).factory());
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_TIMEOUT)
            .followRedirects(HttpClient.Redirect.NEVER)
            .executor(callbacks)
            .build();
  }

  /// Posts the request's bytes to `baseUrl + path` and hands a reply with status 200 to `read`.
  LlmAnswer post(
      LlmRequest request,
      String path,
      Map<String, String> headers,
      Function<byte[], LlmAnswer> read)
      throws InterruptedException {
    AtomicBoolean begun = new AtomicBoolean();
    CompletableFuture<HttpResponse<byte[]>> sent;
    try {
      sent = client.sendAsync(build(request, path, headers), limited(begun));
    } catch (IllegalArgumentException e) {
      return Fault.notSent(
          LlmFailure.BAD_REQUEST,
          Redactor.brief(
              "baseUrl '"
                  + request.candidate().baseUrl()
                  + "' or a header is not valid: "
                  + e.getMessage()));
    }
    try {
      Duration timeout = request.candidate().timeoutOrDefault();
      HttpResponse<byte[]> response = sent.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
      if (response.statusCode() != 200) {
        return refused(response);
      }
      String coding = response.headers().firstValue("content-encoding").orElse("identity");
      return coding.equalsIgnoreCase("identity")
          ? read.apply(response.body())
          : Fault.unusable(
              LlmFailure.INVALID_BODY,
              Redactor.brief("status 200 with a body in " + coding + ", which was not asked for"),
              200);
    } catch (TimeoutException e) {
      sent.cancel(true);
      return lost(LlmFailure.TIMEOUT, "no full reply within the candidate's timeout", begun.get());
    } catch (InterruptedException e) {
      sent.cancel(true);
      throw e;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException io) {
        return broken(io, begun.get());
      }
      throw new IllegalStateException("the HTTP client failed: " + e.getCause(), e);
    }
  }

  private static HttpRequest build(LlmRequest request, String path, Map<String, String> headers) {
    String base = request.candidate().baseUrl();
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(
                URI.create(
                    (base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + path))
            .header("Content-Type", "application/json")
            .header("Accept", "application/json")
            .POST(HttpRequest.BodyPublishers.ofByteArray(request.body()));
    headers.forEach(builder::header);
    return builder.build();
  }

  private static HttpResponse.BodyHandler<byte[]> limited(AtomicBoolean begun) {
    HttpResponse.BodyHandler<byte[]> bytes =
        HttpResponse.BodyHandlers.limiting(HttpResponse.BodyHandlers.ofByteArray(), MAX_BODY_BYTES);
    return head -> {
      begun.set(true);
      return bytes.apply(head);
    };
  }

  private Fault refused(HttpResponse<byte[]> response) {
    var now = clock.instant();
    return Faults.ofStatus(
        response.statusCode(),
        RetryAfter.header(response.headers().firstValue("retry-after").orElse(null), now),
        response.body(),
        now);
  }

  private static Fault broken(IOException cause, boolean begun) {
    if (cause instanceof ConnectException || cause instanceof HttpConnectTimeoutException) {
      return Fault.of(LlmFailure.CONNECTION_LOST, "no connection to the provider", Billing.NONE)
          .retriable(true);
    }
    String message = String.valueOf(cause.getMessage());
    if (begun && message.startsWith("body exceeds capacity")) {
      return Fault.unusable(
          LlmFailure.INVALID_BODY, "a reply of more than " + MAX_BODY_BYTES + " bytes", 200);
    }
    return lost(
        LlmFailure.CONNECTION_LOST,
        (begun ? "in the reply's body: " : "before a reply: ") + Redactor.brief(message),
        begun);
  }

  /// Sent, and no full answer: it may have been billed. Sent again only if nothing came back yet.
  private static Fault lost(LlmFailure failure, String message, boolean begun) {
    return Fault.of(failure, message, Billing.IN_DOUBT).retriable(!begun);
  }

  @Override
  public void close() {
    client.shutdownNow();
    callbacks.shutdownNow();
  }
}
