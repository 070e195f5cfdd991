package dev.playloop.launcher.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.operator.Step;
import dev.playloop.operator.Story;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.RunId;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class StoryTest {
  private static final AgentId ADA = new AgentId("society/ada");

  /// L6: whoever may send a trigger filled the operator's terminal.
  @Test
  void aTextOfAnyLengthTakesOneLineThatIsBounded() {
    StringWriter out = new StringWriter();
    Story story = Story.about("society/ada", new StoryText(new PrintWriter(out, true), Paint.NONE));
    String text = "line\n".repeat(Trigger.MAX_TEXT / 5);

    story.add(
        new Step.Triggered(
            ADA,
            Instant.EPOCH,
            Trigger.of("t1", ADA, "chat.message").at(Instant.EPOCH).text(text)));
    story.add(
        new Step.Noted(
            ADA,
            Instant.EPOCH,
            new LoopEvent.RunOpened(new RunId("society/ada:t1"), "t1", "chat.message")));

    assertThat(out.toString().lines())
        .hasSize(3)
        .allSatisfy(line -> assertThat(line).hasSizeLessThan(4_200));
  }
}
