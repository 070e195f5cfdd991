package dev.playloop.reasoner.wire;

import dev.playloop.http.client.ClientOptions;
import dev.playloop.http.client.HttpCall;
import dev.playloop.http.client.HttpCaller;
import dev.playloop.http.client.HttpOutcome;
import dev.playloop.reasoner.wire.LlmAnswer.Billing;
import dev.playloop.reasoner.wire.LlmAnswer.Fault;
import dev.playloop.schemas.event.LlmFailure;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/// The one HTTP client of a process for its models, through the proxies of its JVM. It sends each
/// request once; the candidate's timeout covers head and body. Thread-safe; callers block on their
/// own (virtual) threads.
public final class Http implements AutoCloseable {
  /// Longest reply that is read.
  static final int MAX_BODY_BYTES = 8 * 1024 * 1024;

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

  private final HttpCaller caller =
      new HttpCaller(ClientOptions.direct("llm", CONNECT_TIMEOUT, MAX_BODY_BYTES).throughProxies());

  private final InstantSource clock;

  public Http(InstantSource clock) {
    this.clock = clock;
  }

  /// Posts the request's bytes to `baseUrl + path` and hands a reply with status 200 to `read`.
  LlmAnswer post(
      LlmRequest request,
      String path,
      Map<String, String> headers,
      Function<byte[], LlmAnswer> read)
      throws InterruptedException {
    HttpCall call;
    try {
      call = call(request, path, headers);
    } catch (IllegalArgumentException e) {
      return Fault.notSent(
          LlmFailure.BAD_REQUEST,
          Redactor.brief(
              "baseUrl '"
                  + request.candidate().baseUrl()
                  + "' or a header is not valid: "
                  + e.getMessage()));
    }
    return switch (caller.call(call, request.candidate().timeoutOrDefault())) {
      case HttpOutcome.Answered answered when answered.status() == 200 -> read(answered, read);
      case HttpOutcome.Answered answered -> refused(answered);
      case HttpOutcome.TooLong(int status) when status == 200 ->
          Fault.unusable(
              LlmFailure.INVALID_BODY, "a reply of more than " + MAX_BODY_BYTES + " bytes", 200);
      case HttpOutcome.TooLong(int status) ->
          refused(new HttpOutcome.Answered(status, Map.of(), new byte[0]));
      case HttpOutcome.Late(boolean begun) ->
          lost(LlmFailure.TIMEOUT, "no full reply within the candidate's timeout", begun);
      case HttpOutcome.Broken(IOException cause, boolean begun) ->
          lost(
              LlmFailure.CONNECTION_LOST,
              (begun ? "in the reply's body: " : "before a reply: ")
                  + Redactor.brief(String.valueOf(cause.getMessage())),
              begun);
      case HttpOutcome.NotSent(IOException cause) ->
          Fault.of(
                  LlmFailure.CONNECTION_LOST,
                  "no connection to the provider: "
                      + Redactor.brief(String.valueOf(cause.getMessage())),
                  Billing.NONE)
              .retriable(true);
    };
  }

  private static HttpCall call(LlmRequest request, String path, Map<String, String> headers) {
    String base = request.candidate().baseUrl();
    Map<String, String> all = new HashMap<>(headers);
    all.put("Content-Type", "application/json");
    all.put("Accept", "application/json");
    return new HttpCall(
        "POST",
        URI.create((base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + path),
        all,
        request.body());
  }

  private static LlmAnswer read(HttpOutcome.Answered answered, Function<byte[], LlmAnswer> read) {
    String coding = answered.header("content-encoding");
    return coding == null || coding.equalsIgnoreCase("identity")
        ? read.apply(answered.body())
        : Fault.unusable(
            LlmFailure.INVALID_BODY,
            Redactor.brief("status 200 with a body in " + coding + ", which was not asked for"),
            200);
  }

  private Fault refused(HttpOutcome.Answered answered) {
    var now = clock.instant();
    return Faults.ofStatus(
        answered.status(),
        RetryAfter.header(answered.header("retry-after"), now),
        answered.body(),
        now);
  }

  /// Sent, and no full answer: it may have been billed. Sent again only if nothing came back yet.
  private static Fault lost(LlmFailure failure, String message, boolean begun) {
    return Fault.of(failure, message, Billing.IN_DOUBT).retriable(!begun);
  }

  @Override
  public void close() {
    caller.close();
  }
}
