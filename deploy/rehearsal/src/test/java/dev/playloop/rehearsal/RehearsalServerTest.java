package dev.playloop.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.reasoner.wire.Http;
import dev.playloop.reasoner.wire.LlmAnswer;
import dev.playloop.reasoner.wire.LlmAnswer.Fault;
import dev.playloop.reasoner.wire.LlmAnswer.Said;
import dev.playloop.reasoner.wire.LlmRequest;
import dev.playloop.reasoner.wire.OpenAiLlm;
import dev.playloop.reasoner.wire.Prompts;
import dev.playloop.schemas.event.LlmFailure;
import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.event.Route.Candidate;
import dev.playloop.schemas.event.Section;
import dev.playloop.schemas.event.Turn;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class RehearsalServerTest {
  private final Http http = new Http(InstantSource.system());
  private final OpenAiLlm client = new OpenAiLlm(http, keyRef -> null);

  @AfterEach
  void close() {
    http.close();
  }

  @Test
  void theServerSaysWhatTheModelInProcessSays() throws InterruptedException {
    Rehearsal rules =
        Rehearsal.parse(
            "r.yaml",
            """
            rules:
              - name: second
                when: {done: move}
                say: "Went {{results.move.way}}."
              - {name: first, call: {tool: move, args: {dir: north}}}
            """);
    try (RehearsalServer server = RehearsalServer.start(rules)) {
      LlmRequest first = request(server, prompt());
      LlmRequest second = request(server, secondPrompt());

      RehearsalLlm inProcess = new RehearsalLlm(rules, InstantSource.system());
      assertThat(client.call(first)).isEqualTo(inProcess.call(first));
      assertThat(client.call(second)).isEqualTo(inProcess.call(second));
      assertThat(((Said) client.call(second)).text()).isEqualTo("Went north.");
      assertThat(server.calls()).isEqualTo(3);
    }
  }

  @Test
  void rehearsedFailuresReachTheClientAsFailures() throws InterruptedException {
    assertThat(fault("{kind: rate_limit, seconds: 7}").failure()).isEqualTo(LlmFailure.RATE_LIMIT);
    assertThat(fault("{kind: rate_limit, seconds: 7}").retryAt()).isNotNull();
    assertThat(fault("{kind: server_error}").retriable()).isTrue();
    assertThat(fault("{kind: broken_json}").failure()).isEqualTo(LlmFailure.INVALID_BODY);
    assertThat(fault("{kind: context_overflow}").failure()).isEqualTo(LlmFailure.CONTEXT_OVERFLOW);
  }

  /// Its bodies lie on the heap of a whole system, which whoever knows the port must not fill.
  @Test
  void whoDoesNotSendItsKeyIsNotHeard() throws InterruptedException {
    Rehearsal rules = Rehearsal.parse("r.yaml", "rules: [{name: r, say: ok}]");
    try (RehearsalServer server = RehearsalServer.start(rules, Duration.ZERO, "s3cret")) {
      assertThat(client.call(request(server, prompt())))
          .isInstanceOfSatisfying(
              Fault.class, fault -> assertThat(fault.failure()).isEqualTo(LlmFailure.AUTH));
      assertThat(server.calls()).isZero();

      OpenAiLlm own = new OpenAiLlm(http, keyRef -> "s3cret");
      Candidate named = Prompts.withKey(Prompts.candidate(server.baseUrl().toString()), "KEY");
      assertThat(own.call(LlmRequest.of(named, prompt()))).isInstanceOf(Said.class);
    }
  }

  @Test
  void asManyCallsAtOnceAsItTakesAreAnswered() throws InterruptedException {
    Rehearsal rules = Rehearsal.parse("r.yaml", "rules: [{name: r, say: ok}]");
    try (RehearsalServer server = RehearsalServer.start(rules, Duration.ofMillis(300))) {
      ConcurrentLinkedQueue<LlmAnswer> answers = new ConcurrentLinkedQueue<>();
      for (int round = 0; round < 2; round++) {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < RehearsalServer.CALLS_MAX; i++) {
          LlmRequest request = request(server, Prompts.prompt("call " + i));
          threads.add(
              Thread.ofVirtual()
                  .start(() -> {
                    try {
                      answers.add(client.call(request));
                    } catch (InterruptedException e) {
                      Thread.currentThread().interrupt();
                    }
                  }));
        }
        for (Thread thread : threads) {
          thread.join();
        }
      }
      assertThat(answers)
          .hasSize(2 * RehearsalServer.CALLS_MAX)
          .allMatch(answer -> answer instanceof Said);
    }
  }

  private Fault fault(String fail) throws InterruptedException {
    Rehearsal rules = Rehearsal.parse("r.yaml", "rules: [{name: r, fail: " + fail + "}]");
    try (RehearsalServer server = RehearsalServer.start(rules)) {
      return (Fault) client.call(request(server, prompt()));
    }
  }

  private static LlmRequest request(RehearsalServer server, Turn.Body prompt) {
    return LlmRequest.of(Prompts.candidate(server.baseUrl().toString()), prompt);
  }

  private static Turn.Body prompt() {
    return Prompts.prompt(
        Section.render(Section.TRIGGER, Map.of("agent", "society/ada", "kind", "idle.tick")));
  }

  private static Turn.Body secondPrompt() {
    List<Message> messages = new ArrayList<>(prompt().messages());
    messages.add(
        new Message.Assistant(
            "", List.of(Prompts.call("c1", "move", "{\"dir\":\"north\"}")), null, null));
    messages.add(
        new Message.ToolOutput(
            "c1", "move", "{\"status\":\"done\",\"output\":{\"way\":\"north\"}}", false));
    return new Turn.Body(prompt().tools(), messages);
  }
}
