package dev.playloop.reasoner.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.reasoner.wire.LlmAnswer.Fault;
import dev.playloop.reasoner.wire.LlmAnswer.RawCall;
import dev.playloop.reasoner.wire.LlmAnswer.Said;
import dev.playloop.schemas.event.Decision.Usage;
import dev.playloop.schemas.event.LlmFailure;
import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.event.Route.Candidate;
import dev.playloop.schemas.event.Route.Wire;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Both clients against a server that others wrote.
final class AimockTest {
  private static final Http HTTP = new Http(InstantSource.system());
  private static final Llm LLM = new WireLlm(HTTP, keyRef -> "test-key");

  private static Aimock server;

  @BeforeAll
  static void start() {
    server = Aimock.start();
  }

  @AfterAll
  static void stop() {
    HTTP.close();
    server.close();
  }

  @ParameterizedTest
  @EnumSource(Wire.class)
  void aPlainAnswerIsUnderstood(Wire wire) throws InterruptedException {
    Said said = (Said) call(wire, Prompts.prompt("hello"));

    assertThat(said.text()).isEqualTo("hi");
    assertThat(said.calls()).isEmpty();
    assertThat(said.usage()).isEqualTo(new Usage(10, 0, 5, 0));
  }

  @ParameterizedTest
  @EnumSource(Wire.class)
  void parallelCallsAndTheirResultsGoThereAndBack(Wire wire) throws InterruptedException {
    Turn.Body first = Prompts.prompt("PAR");
    Said said = (Said) call(wire, first);

    assertThat(said.calls()).extracting(RawCall::name).containsExactly("move", "look");
    assertThat(said.calls()).extracting(RawCall::id).containsExactly("call_a", "call_b");
    assertThat(Json.tree(said.calls().getFirst().arguments()))
        .isEqualTo(Json.tree("{\"dir\":\"north\",\"steps\":2}"));
    assertThat(said.usage()).isEqualTo(new Usage(111, 0, 22, 0));

    List<Message> messages = new ArrayList<>(first.messages());
    messages.add(
        new Message.Assistant(
            said.text(),
            said.calls().stream().map(c -> Prompts.call(c.id(), c.name(), c.arguments())).toList(),
            said.raw(),
            candidate(wire).key()));
    said.calls()
        .forEach(
            c -> messages.add(new Message.ToolOutput(c.id(), c.name(), "{\"ok\":true}", false)));

    Said second = (Said) call(wire, new Turn.Body(first.tools(), messages));

    assertThat(second.text()).isEqualTo("done after tools");
  }

  @ParameterizedTest
  @CsvSource({
    "R429, RATE_LIMIT, true",
    "E500, OVERLOADED, true",
    "E529, OVERLOADED, true",
    "CTX, CONTEXT_OVERFLOW, false",
    "E401, AUTH, false",
    "MALFORMED, INVALID_BODY, false",
    "DISC, CONNECTION_LOST, true"
  })
  void failuresAreClassified(String text, LlmFailure failure, boolean retriable)
      throws InterruptedException {
    for (Wire wire : Wire.values()) {
      Fault fault = (Fault) call(wire, Prompts.prompt(text));

      assertThat(fault.failure()).as(wire + " " + fault).isEqualTo(failure);
      assertThat(fault.retriable()).as(wire + " " + fault).isEqualTo(retriable);
    }
  }

  @ParameterizedTest
  @EnumSource(Wire.class)
  void retryAfterIsRead(Wire wire) throws InterruptedException {
    Instant before = Instant.now();

    Fault fault = (Fault) call(wire, Prompts.prompt("R429"));

    assertThat(fault.retryAt()).isAfterOrEqualTo(before.plusSeconds(120));
  }

  @Test
  void brokenArgumentsArePassedOn() throws InterruptedException {
    Said said = (Said) call(Wire.OPENAI, Prompts.prompt("BADARGS"));

    assertThat(said.calls()).containsExactly(new RawCall("call_bad", "move", "{\"dir\": \"nor"));
  }

  @ParameterizedTest
  @EnumSource(Wire.class)
  void aModelWithoutToolsGetsTheResultsAsText(Wire wire) throws InterruptedException {
    List<Message> messages = new ArrayList<>(Prompts.prompt("hello").messages());
    messages.add(
        new Message.Assistant(
            "", List.of(Prompts.call("c1", "look", "{\"target\":\"x\"}")), null, null));
    messages.add(new Message.ToolOutput("c1", "look", "{}", false));
    messages.add(Message.User.text("hello"));

    assertThat(call(wire, new Turn.Body(List.of(), messages))).isInstanceOf(Said.class);
  }

  private static Candidate candidate(Wire wire) {
    return Prompts.withKey(
        Prompts.candidate(wire, server.url() + "/v1", Duration.ofSeconds(30)), "KEY");
  }

  private static LlmAnswer call(Wire wire, Turn.Body prompt) throws InterruptedException {
    return LLM.call(LlmRequest.of(candidate(wire), prompt));
  }
}
