package dev.playloop.reasoner.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.reasoner.wire.LlmAnswer.Said;
import dev.playloop.schemas.event.LlmFailure;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a model thought before it answered is no answer.
final class ThoughtsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          <think>Bob wants food.</think>Here you are.         | Here you are.
          '  <think>a\nb</think>\n\nHere you are. '        | Here you are.
          Bob wants food.</think>Here you are.                | Here you are.
          <thinking>hm</thinking>{"say":"hi"}             | '{"say":"hi"}'
          <think>only thoughts, and the                       | ''
          <think></think>                                     | ''
          """)
  void reasoningInTheTextIsLeftOutAndTold(String text, String answer) {
    Said said = (Said) Thoughts.without(said(text.replace("\\n", "\n")));

    assertThat(said.text()).isEqualTo(answer);
    assertThat(said.raw()).isEqualTo("raw");
    assertThat(said.meta().notes())
        .containsExactly("reasoning stood in the text, and was left out");
  }

  @ParameterizedTest
  @CsvSource({
    "Here you are.",
    "I think so.",
    "Write <think>x</think> to think.",
    "A <b>bold</b> word and </think>"
  })
  void anAnswerStaysAsItIs(String text) {
    LlmAnswer said = said(text);

    assertThat(Thoughts.without(said)).isSameAs(said);
  }

  @Test
  void whatIsNoAnswerStaysAsItIs() {
    LlmAnswer fault = LlmAnswer.Fault.notSent(LlmFailure.BAD_REQUEST, "no");

    assertThat(Thoughts.without(fault)).isSameAs(fault);
  }

  @Test
  void bothWiresLeaveItOut() {
    String thought = "<think>hm</think>Hi.";
    byte[] openAi =
        Replies.openAi("{\"content\":\"" + thought + "\"}", "stop", "")
            .getBytes(StandardCharsets.UTF_8);
    byte[] anthropic =
        ("{\"content\":[{\"type\":\"text\",\"text\":\""
                + thought
                + "\"}],"
                + "\"stop_reason\":\"end_turn\"}")
            .getBytes(StandardCharsets.UTF_8);

    assertThat(((Said) OpenAiReply.read(openAi, Prompts.prompt("hello"))).text()).isEqualTo("Hi.");
    assertThat(((Said) AnthropicReply.read(anthropic, Prompts.prompt("hello"))).text())
        .isEqualTo("Hi.");
  }

  private static LlmAnswer said(String text) {
    return new Said("raw", text, List.of(), null, new LlmAnswer.Meta(null, null, List.of()));
  }
}
