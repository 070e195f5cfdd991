package dev.playloop.launcher.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.operator.Step;
import dev.playloop.operator.Story;
import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.id.TurnId;
import dev.playloop.schemas.json.Json;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Whatever was replaced in what came from outside is told beside it, by the story and by `run`.
class ReplacedTest {
  private static final AgentId ADA = new AgentId("society/ada");
  private static final Instant NOW = Instant.EPOCH;
  private static final RunId RUN = new RunId("society/ada:t1");

  /// A game cut a name within an emoji, and a provider an answer.
  private static final List<Step> STEPS =
      List.of(
          new Step.Published(ADA, NOW, "t1", trigger("t1", "Hi \\ud83d, said Bob\\ud800")),
          new Step.Triggered(ADA, NOW, trigger("t1", "Hi \\ud83d, said Bob\\ud800")),
          new Step.Noted(ADA, NOW, new LoopEvent.RunOpened(RUN, "t1", "chat.message")),
          new Step.Decided(ADA, NOW, decision(List.of("2 characters of the reply were broken"))));

  @Test
  void theStoryTellsIt() {
    StringWriter out = new StringWriter();
    Story story = Story.about("society/ada", new StoryText(new PrintWriter(out, true), Paint.NONE));
    STEPS.forEach(story::add);

    assertThat(out.toString())
        .containsPattern("noted +2 characters of the trigger came broken, and stand as U.FFFD")
        .containsPattern("noted +2 characters of the reply were broken");
  }

  @Test
  void thePrinterTellsIt() {
    StringWriter out = new StringWriter();
    StepPrinter printer = new StepPrinter(new PrintWriter(out, true), Paint.NONE);
    STEPS.forEach(printer::print);

    assertThat(out.toString())
        .containsPattern("note +2 characters of the trigger came broken, and stand as U.FFFD")
        .containsPattern("note +2 characters of the reply were broken");
  }

  @Test
  void nothingIsToldOfWhatIsWhole() {
    assertThat(StepPrinter.broken(trigger("t2", "Hi \\ud83d\\ude00"))).isEmpty();
  }

  /// As it is read from the topic.
  private static Trigger trigger(String id, String text) {
    return Json.read(
        "{\"id\":\"%s\",\"agent\":\"society/ada\",\"kind\":\"chat.message\",\"text\":\"%s\"}"
            .formatted(id, text),
        Trigger.class);
  }

  private static Decision decision(List<String> notes) {
    return Decision.of(
            new TurnId("society/ada:t1#1"), ADA, new Decision.Answered("{}", "Hello", List.of()))
        .took(1, 1)
        .notes(notes);
  }
}
