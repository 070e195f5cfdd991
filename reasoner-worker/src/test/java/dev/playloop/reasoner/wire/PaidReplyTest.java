package dev.playloop.reasoner.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.reasoner.wire.LlmAnswer.Billing;
import dev.playloop.reasoner.wire.LlmAnswer.Fault;
import dev.playloop.reasoner.wire.LlmAnswer.Said;
import dev.playloop.schemas.event.Decision.Usage;
import dev.playloop.schemas.event.LlmFailure;
import dev.playloop.schemas.event.Turn;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Replies that were paid for, in shapes that no wire knows: an answer or a fault, never anything
/// else, and what they cost is known as far as they tell it.
final class PaidReplyTest {
  private static final long SEED = 20261122;
  private static final Turn.Body PROMPT = Prompts.prompt("hello");
  private static final String USAGE =
      ",\"usage\":{\"prompt_tokens\":1000,\"completion_tokens\":100}";
  private static final List<String> SHAPES =
      List.of(
          "{}",
          "[]",
          "[[]]",
          "[1]",
          "null",
          "7",
          "1e99999999999",
          "-1",
          "\"\"",
          "\"\\ud800\"",
          "true",
          "{\"id\":{}}",
          "[{\"id\":7}]",
          "[{\"function\":[]}]",
          "[null]",
          "{\"text\":[]}");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"id\":\"c\",\"function\":{\"name\":\"move\"}}",
        "\"move\"",
        "[7]",
        "[null]",
        "7"
      })
  void toolCallsThatAreNoListAreAnInvalidBodyWithItsUsage(String calls) {
    String message = "{\"role\":\"assistant\",\"tool_calls\":" + calls + "}";

    Fault fault = (Fault) openAi(Replies.openAi(message, "tool_calls", USAGE));

    assertThat(fault.failure()).isEqualTo(LlmFailure.INVALID_BODY);
    assertThat(fault.billing()).isEqualTo(Billing.IN_DOUBT);
    assertThat(fault.usage()).isEqualTo(new Usage(1000, 0, 100, 0));
  }

  @Test
  void noShapeOfAReplyThrows() {
    for (int i = 0; i < 4_000; i++) {
      Random random = new Random(SEED + i);
      String body =
          "{\"id\":%s,\"error\":%s,\"choices\":[{\"message\":{\"content\":%s,\"tool_calls\":%s,\"refusal\":%s},\"finish_reason\":%s}],\"content\":%s,\"stop_reason\":%s,\"usage\":{\"prompt_tokens\":%s,\"completion_tokens\":%s,\"input_tokens\":%s,\"output_tokens\":%s}}"
              .formatted(
                  any(random),
                  random.nextInt(4) == 0 ? any(random) : "null",
                  any(random),
                  any(random),
                  any(random),
                  any(random),
                  any(random),
                  any(random),
                  any(random),
                  any(random),
                  any(random),
                  any(random));
      byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
      if (random.nextInt(4) == 0) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      }

      for (LlmAnswer answer :
          List.of(OpenAiReply.read(bytes, PROMPT), AnthropicReply.read(bytes, PROMPT))) {
        if (answer instanceof Said said) {
          assertThat(StandardCharsets.UTF_8.newEncoder().canEncode(said.raw() + said.text()))
              .as("seed %d", SEED + i)
              .isTrue();
        }
      }
    }
  }

  private static String any(Random random) {
    return SHAPES.get(random.nextInt(SHAPES.size()));
  }

  @Test
  void halfAPairInAnAnswerIsReplacedAndTold() {
    Said said =
        (Said) openAi(Replies.openAi("{\"content\":\"lone \\udc00 here\\u0000\"}", "stop", USAGE));

    assertThat(said.text()).isEqualTo("lone \ufffd here\ufffd");
    assertThat(said.raw()).isEqualTo("{\"content\":\"lone \\ufffd here\\ufffd\"}");
    assertThat(said.meta().notes()).singleElement().asString().startsWith("2 characters");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          1000                    | 100 | 1000
          1000.0                  | 100 | 1000
          99999999999999999999999 | 100 | 1099511627776
          -5                      | 100 |
          1e999999999             | 100 |
          "7"                     | 100 |
          1000                    | -1  |
          """)
  void usageThatCanNotBeReadIsNoneAndTold(String input, String output, @Nullable Long counted) {
    Said said =
        (Said)
            openAi(
                Replies.openAi(
                    "{\"content\":\"hi\"}",
                    "stop",
                    ",\"usage\":{\"prompt_tokens\":%s,\"completion_tokens\":%s}"
                        .formatted(input, output)));

    assertThat(said.usage() == null ? null : said.usage().input()).isEqualTo(counted);
    assertThat(said.meta().notes().contains(TokenCounts.UNREADABLE)).isEqualTo(counted == null);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          data: {"choices":[]} | an event stream
          <html>502</html>     | HTML
          hello                | no usable JSON
          """)
  void aBodyThatIsNoJsonIsNamed(String body, String named) {
    assertThat(((Fault) openAi(body)).message()).contains(named);
  }

  /// Half a gigabyte as a tree.
  @Test
  void aReplyOfMoreValuesThanMemoryHoldsIsNone() {
    String body = "{\"choices\":[" + "{},".repeat(2_600_000) + "{}]}";

    assertThat(((Fault) openAi(body)).message()).endsWith("expected at most 65536 values");
  }

  @Test
  void gzipIsNamed() {
    byte[] gzip = {0x1F, (byte) 0x8B, 8, 0, 0, 0};

    assertThat(((Fault) OpenAiReply.read(gzip, PROMPT)).message()).contains("gzip");
  }

  @ParameterizedTest
  @CsvSource({"length, true", "stop, false"})
  void anAnswerThatWasCutSaysSo(String finish, boolean cut) {
    Said said = (Said) openAi(Replies.openAi("{\"content\":\"half a sen\"}", finish, USAGE));

    assertThat(said.wasCut()).isEqualTo(cut);
  }

  private static LlmAnswer openAi(String body) {
    return OpenAiReply.read(body.getBytes(StandardCharsets.UTF_8), PROMPT);
  }
}
