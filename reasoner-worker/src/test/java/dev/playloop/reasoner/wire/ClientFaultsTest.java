package dev.playloop.reasoner.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.playloop.reasoner.wire.LlmAnswer.Billing;
import dev.playloop.reasoner.wire.LlmAnswer.Fault;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.event.LlmFailure;
import dev.playloop.schemas.event.Route.Wire;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Both clients against a server that breaks in every way a real one does. A client that waits for
/// ever fails here instead of hanging the build.
@Timeout(value = 2, unit = TimeUnit.MINUTES)
final class ClientFaultsTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  private final FaultServer server = new FaultServer();
  private final Http http = new Http(InstantSource.system());
  private final Llm llm = new WireLlm(http, keyRef -> null);

  @AfterEach
  void close() {
    http.close();
    server.close();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          400 | {"error":{"message":"bad","type":"invalid_request_error","code":"c"}}          | BAD_REQUEST      | false | NONE
          401 | {"error":{"message":"bad key","code":"invalid_api_key"}}                       | AUTH             | false | NONE
          403 | {"error":{"message":"no"}}                                                     | AUTH             | false | NONE
          400 | {"error":{"code":400,"message":"API key not valid","status":"INVALID_ARGUMENT","details":[{"reason":"API_KEY_INVALID"}]}} | AUTH | false | NONE
          402 | {"error":{"code":402,"message":"no credits"}}                                  | QUOTA            | false | NONE
          404 | {"error":{"message":"no such model"}}                                          | BAD_REQUEST      | false | NONE
          408 | {"error":{"message":"slow"}}                                                   | TIMEOUT          | true  | IN_DOUBT
          409 | {"error":{"message":"conflict"}}                                               | BAD_REQUEST      | false | NONE
          413 | {"type":"error","error":{"type":"request_too_large","message":"big"}}          | CONTEXT_OVERFLOW | false | NONE
          422 | {"error":{"message":"what"}}                                                   | BAD_REQUEST      | false | NONE
          429 | {"error":{"message":"slow down","type":"requests","code":"rate_limit_exceeded"}} | RATE_LIMIT     | true  | NONE
          429 | {"error":{"code":429,"message":"m","metadata":{"provider_name":"X"}}}          | RATE_LIMIT       | true  | NONE
          429 | {"error":{"message":"pay","type":"insufficient_quota","code":"insufficient_quota"}} | QUOTA       | false | NONE
          429 | {"error":{"type":"exceeded_current_quota_error","message":"pay"}}              | QUOTA            | false | NONE
          429 | {"error":{"type":"engine_overloaded_error","message":"busy"}}                  | OVERLOADED       | true  | NONE
          500 | {"error":{"message":"boom","type":"server_error"}}                             | OVERLOADED       | true  | IN_DOUBT
          502 | <html><body>bad gateway</body></html>                                          | OVERLOADED       | true  | IN_DOUBT
          503 | {"error":{"code":503,"message":"no provider"}}                                 | OVERLOADED       | true  | IN_DOUBT
          529 | {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}    | OVERLOADED       | true  | NONE
          400 | {"error":{"message":"m","code":"context_length_exceeded"}}                     | CONTEXT_OVERFLOW | false | NONE
          400 | {"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 9 tokens"}} | CONTEXT_OVERFLOW | false | NONE
          400 | {"error":{"type":"invalid_request_error","message":"Input token length too long"}} | CONTEXT_OVERFLOW | false | NONE
          400 | {"error":{"type":"invalid_request_error","message":"Your request exceeded model token limit : 8192"}} | CONTEXT_OVERFLOW | false | NONE
          400 | [{"error":{"code":400,"message":"The input token count exceeds the maximum","status":"INVALID_ARGUMENT"}}] | CONTEXT_OVERFLOW | false | NONE
          400 | {"error":{"code":400,"message":"n","type":"exceed_context_size_error","n_ctx":4096}} | CONTEXT_OVERFLOW | false | NONE
          500 | {"error":{"code":500,"message":"the request exceeds the available context size"}} | CONTEXT_OVERFLOW | false | IN_DOUBT
          400 | {"error":{"code":400,"message":"Provider returned error","metadata":{"raw":"maximum context length is 8192 tokens"}}} | CONTEXT_OVERFLOW | false | NONE
          400 | [{"error":{"code":400,"message":"missing a thought_signature","status":"INVALID_ARGUMENT"}}] | BAD_REQUEST | false | NONE
          400 | {"error":"model not found"}                                                    | BAD_REQUEST      | false | NONE
          302 | moved                                                                          | BAD_REQUEST      | false | NONE
          """)
  void errorRepliesAreClassified(
      int status, String body, LlmFailure failure, boolean retriable, Billing billing)
      throws InterruptedException {
    server.reply("error", status, "", body);

    for (Wire wire : Wire.values()) {
      Fault fault = fault(wire, "error", TIMEOUT);

      assertThat(fault.failure()).isEqualTo(failure);
      assertThat(fault.retriable()).isEqualTo(retriable);
      assertThat(fault.billing()).isEqualTo(billing);
      assertThat(fault.status()).isEqualTo(status);
      assertThat(fault.message()).contains("status " + status).doesNotContain("<html>");
    }
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"error":{"code":502,"message":"provider down"}}         | ERROR_IN_200
          [{"error":{"code":400,"message":"arrayed"}}]             | ERROR_IN_200
          {"error":"text"}                                         | ERROR_IN_200
          {"type":"error","error":{"type":"api_error","message":"m"}} | ERROR_IN_200
          {"choices":[]}                                           | INVALID_BODY
          {"choices":[{"finish_reason":"stop"}]}                   | INVALID_BODY
          {"id":"x","choices":[{"mess                              | INVALID_BODY
          <html>hello</html>                                       | INVALID_BODY
          null                                                     | INVALID_BODY
          7                                                        | INVALID_BODY
          ``                                                       | INVALID_BODY
          """)
  void whatIsNoAnswerInAStatus200IsAFailure(String body, LlmFailure failure)
      throws InterruptedException {
    server.reply("ok", 200, "", body);

    for (Wire wire : Wire.values()) {
      Fault fault = fault(wire, "ok", TIMEOUT);

      assertThat(fault.failure()).isEqualTo(failure);
      assertThat(fault.retriable()).isFalse();
      assertThat(fault.billing()).isEqualTo(Billing.IN_DOUBT);
    }
  }

  @ParameterizedTest
  @CsvSource({"reset, true", "close, true", "half-then-reset, false", "half-then-close, false"})
  void aLostConnectionIsRetriedOnlyIfNothingCameBack(String mode, boolean retriable)
      throws InterruptedException {
    if (mode.equals("half-then-reset")) {
      server.hanging.countDown();
    }
    for (Wire wire : Wire.values()) {
      int before = server.requests();

      Fault fault = fault(wire, mode, TIMEOUT);

      assertThat(fault.failure()).isEqualTo(LlmFailure.CONNECTION_LOST);
      assertThat(fault.billing()).isEqualTo(Billing.IN_DOUBT);
      if (!mode.equals("half-then-reset")) {
        // A reset may overtake the head it follows; then nothing has come back.
        assertThat(fault.retriable()).isEqualTo(retriable);
      }
      assertThat(server.requests() - before).as("the client itself never sends again").isEqualTo(1);
    }
  }

  @ParameterizedTest
  @CsvSource({"hang, true", "half-then-hang, false"})
  void theTimeoutCoversHeadAndBody(String mode, boolean retriable)
      throws InterruptedException, ExecutionException {
    try (ExecutorService all = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Fault>> faults =
          Stream.of(Wire.values())
              .map(wire -> all.submit(() -> timeout(wire, mode, retriable)))
              .toList();
      for (Future<Fault> each : faults) {
        Fault fault = each.get();

        assertThat(fault.failure()).isEqualTo(LlmFailure.TIMEOUT);
        assertThat(fault.retriable()).isEqualTo(retriable);
        assertThat(fault.billing()).isEqualTo(Billing.IN_DOUBT);
      }
    }
  }

  /// With more time where it was too little for what the server says at once.
  private Fault timeout(Wire wire, String mode, boolean retriable) throws InterruptedException {
    Fault fault = fault(wire, mode, Duration.ofSeconds(3));
    for (int seconds = 10;
        seconds <= 30 && !(fault.failure() == LlmFailure.TIMEOUT && fault.retriable() == retriable);
        seconds += 20) {
      fault = fault(wire, mode, Duration.ofSeconds(seconds));
    }
    return fault;
  }

  @Test
  void anEndlessBodyIsCutOff() throws InterruptedException {
    Fault fault = fault(Wire.OPENAI, "endless", TIMEOUT);

    assertThat(fault.failure()).isEqualTo(LlmFailure.INVALID_BODY);
    assertThat(fault.retriable()).isFalse();
  }

  @Test
  void aServerThatIsNotThereCostsNothing() throws InterruptedException {
    Fault fault =
        (Fault)
            llm.call(
                LlmRequest.of(Prompts.candidate("http://127.0.0.1:1/v1"), Prompts.prompt("x")));

    assertThat(fault.failure()).isEqualTo(LlmFailure.CONNECTION_LOST);
    assertThat(fault.retriable()).isTrue();
    assertThat(fault.billing()).isEqualTo(Billing.NONE);
    assertThat(fault.message()).contains("no connection to the provider: ", "refused");
  }

  @ParameterizedTest
  @CsvSource({"'not a url'", "'ftp://host/v1'", "'/v1'"})
  void aBaseUrlThatIsNoneMakesNoCandidate(String baseUrl) {
    assertThatThrownBy(() -> Prompts.candidate(baseUrl))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("baseUrl");
  }

  @ParameterizedTest
  @EnumSource(Wire.class)
  void anInterruptEndsTheCall(Wire wire)
      throws InterruptedException, ExecutionException, TimeoutException {
    CompletableFuture<String> ended = new CompletableFuture<>();
    Thread caller =
        Thread.ofVirtual()
            .start(() -> {
              try {
                ended.complete(call(wire, "hang", TIMEOUT).toString());
              } catch (InterruptedException e) {
                ended.complete("interrupted");
              }
            });
    server.hanging.await();

    caller.interrupt();

    assertThat(ended.get(60, TimeUnit.SECONDS)).isEqualTo("interrupted");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({"120, 120000", "0.25, 250", "1.0005, 1001"})
  void retryAfterIsNeverShortened(String header, long millis) throws InterruptedException {
    server.reply("limited", 429, "Retry-After: " + header + "\r\n", "{\"error\":{\"code\":429}}");
    Instant before = Instant.now();

    for (Wire wire : Wire.values()) {
      Fault fault = fault(wire, "limited", TIMEOUT);

      assertThat(fault.retryAt()).isAfterOrEqualTo(before.plusMillis(millis));
      assertThat(fault.retryAt())
          .isCloseTo(Instant.now().plusMillis(millis), within(20, ChronoUnit.SECONDS));
    }
  }

  @Test
  void anAnswerThatQuotesAKeyIsRedacted() throws InterruptedException {
    server.reply(
        "leak",
        401,
        "",
        "{\"error\":{\"message\":\"Incorrect API key provided: sk-proj-Abc123456789. Authorization: Bearer tok_987654321\"}}");

    Fault fault = fault(Wire.OPENAI, "leak", TIMEOUT);

    assertThat(fault.message()).doesNotContain("Abc123456789", "987654321").contains("[redacted]");
  }

  private Fault fault(Wire wire, String mode, Duration timeout) throws InterruptedException {
    return (Fault) call(wire, mode, timeout);
  }

  private LlmAnswer call(Wire wire, String mode, Duration timeout) throws InterruptedException {
    return llm.call(
        LlmRequest.of(Prompts.candidate(wire, server.url(mode), timeout), Prompts.prompt("x")));
  }
}
