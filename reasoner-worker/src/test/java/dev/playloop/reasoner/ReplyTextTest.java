package dev.playloop.reasoner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.reasoner.wire.LlmAnswer.RawCall;
import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.event.Decision.Answered;
import dev.playloop.schemas.event.LlmFailure;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.ToolCall;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a model says, checked by the tools it was offered and cut to what a decision may hold.
class ReplyTextTest extends HandlerCase {
  @ParameterizedTest(name = "{0} {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          buy_item | {"item":"food","quantity":10}       | valid     | ``  | ``
          buy_item | {"item":"food","quantity":-10}      | quantity  | 1 to 100 | ``
          buy_item | {"item":"food","quantity":"10"}     | quantity  | whole number | ``
          buy_item | {"item":"food"}                     | quantity  | whole number | ``
          buy_item | {"item":"food","quantity":1,"x":2}  | x         | parameters | ``
          buy_item | {"item":"food","quantitiy":1}       | quantitiy | parameters | quantity
          buy_item | {"item": "fo                        | arguments | JSON object | ``
          buy_item | [1]                                 | arguments | JSON object | ``
          buy_itm  | {}                                  | tool      | tools you were given | buy_item
          fly      | {}                                  | tool      | tools you were given | ``
          finish   | {"summary":"done"}                  | valid     | ``  | ``
          observe  | ``                                  | valid     | ``  | ``
          """)
  void callsAreCheckedByTheToolsSchemas(
      String tool, String arguments, String field, String expected, String nearest)
      throws InterruptedException {
    Answered answered =
        (Answered) decide(said("", List.of(new RawCall("c", tool, arguments)))).outcome();

    ToolCall call = answered.toolCalls().getFirst();
    assertThat(call.arguments()).isEqualTo(arguments);
    if (field.equals("valid")) {
      assertThat(call.check()).isInstanceOf(ToolCall.Valid.class);
    } else {
      ToolCall.Invalid invalid = (ToolCall.Invalid) call.check();
      assertThat(invalid.field()).isEqualTo(field);
      assertThat(invalid.expected()).contains(expected);
      assertThat(invalid.nearest()).isEqualTo(nearest.isEmpty() ? null : nearest);
    }
  }

  @Test
  void aToolThatIsNotOfferedIsNeverSuggested() throws InterruptedException {
    Answered answered =
        (Answered) decide(said("", List.of(new RawCall("c", "do_wrk", "{}")))).outcome();

    assertThat(((ToolCall.Invalid) answered.toolCalls().getFirst().check()).nearest()).isNull();
  }

  @Test
  void fiftyParallelCallsArePassedOn() throws InterruptedException {
    List<RawCall> calls =
        IntStream.range(0, 50)
            .mapToObj(i -> new RawCall("c" + i, "buy_item", "{\"item\":\"food\",\"quantity\":1}"))
            .toList();

    assertThat(((Answered) decide(said("", calls)).outcome()).toolCalls()).hasSize(50);
  }

  @ParameterizedTest
  @CsvSource({"300000, x", "120000, é", "60000, \"", "250000, 👋"})
  void aTextThatIsTooLongIsCutWithANote(int times, String unit) throws InterruptedException {
    Decision decision = decide(said(unit.repeat(times), List.of()));

    Answered answered = (Answered) decision.outcome();
    assertThat(Json.bytes(decision).length).isLessThanOrEqualTo(MAX);
    assertThat(answered.text()).startsWith(unit + unit).endsWith(Decisions.CUT);
    assertThat(decision.candidate()).as("a cut message is not echoed").isNull();
    assertThat(Json.read(Json.bytes(decision), Decision.class)).isEqualTo(decision);
  }

  @Test
  void aLongTextBesideCallsIsCutAndTheCallsStay() throws InterruptedException {
    RawCall call = new RawCall("c", "buy_item", "{\"item\":\"food\",\"quantity\":1}");

    Answered answered = (Answered) decide(said("x".repeat(400_000), List.of(call))).outcome();

    assertThat(answered.toolCalls()).hasSize(1);
    assertThat(answered.text()).endsWith(Decisions.CUT);
  }

  @Test
  void callsThatAreTooLongFailTheTurn() throws InterruptedException {
    RawCall call =
        new RawCall("c", "buy_item", "{\"item\":\"" + "x".repeat(200_000) + "\",\"quantity\":1}");

    Decision decision = decide(said("", List.of(call)));

    assertThat(((Decision.Failed) decision.outcome()).failure()).isEqualTo(LlmFailure.INVALID_BODY);
    assertThat(decision.usage()).as("what it cost stays known").isNotNull();
  }
}
