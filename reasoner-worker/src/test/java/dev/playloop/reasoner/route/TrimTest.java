package dev.playloop.reasoner.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.tool.ToolCall;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TrimTest {

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 10, 51})
  void theOldestStepsGoAndEveryOutputKeepsItsCall(int answers) {
    Turn.Body whole = Turns.conversation(answers);

    Turn.Body half = Objects.requireNonNull(Trim.half(whole));

    List<Message> messages = half.messages();
    assertThat(messages.subList(0, 2)).isEqualTo(whole.messages().subList(0, 2));
    assertThat(messages.get(2)).isInstanceOf(Message.User.class);
    assertThat(messages.getLast()).isEqualTo(Message.User.text("the view"));
    assertThat(messages.get(messages.size() - 3))
        .isEqualTo(whole.messages().get(whole.messages().size() - 3));
    Set<String> asked = new HashSet<>();
    List<String> answered = new ArrayList<>();
    for (Message message : messages) {
      if (message instanceof Message.Assistant said) {
        said.calls().stream().map(ToolCall::id).forEach(asked::add);
      } else if (message instanceof Message.ToolOutput output) {
        assertThat(asked).contains(output.callId());
        answered.add(output.callId());
      }
    }
    assertThat(answered).containsExactlyInAnyOrderElementsOf(asked);
    assertThat(answered.size()).isBetween(1, answers / 2 + 1);
  }

  @Test
  void whereNothingMayGoNothingGoes() {
    assertThat(Trim.half(Turns.conversation(0))).isNull();
    assertThat(Trim.half(Turns.conversation(1))).isNull();
  }
}
