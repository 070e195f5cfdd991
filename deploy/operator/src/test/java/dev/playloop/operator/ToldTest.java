package dev.playloop.operator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import dev.playloop.fixtures.Samples;
import dev.playloop.journal.Given;
import dev.playloop.journal.JournalReader;
import dev.playloop.loop.state.Input;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ApprovalEvent;
import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.LoopEvent.DropReason;
import dev.playloop.schemas.event.LoopEvent.RunOutcome;
import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.event.View;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.id.TurnId;
import dev.playloop.schemas.journal.JournalEntry;
import dev.playloop.schemas.json.CheckedJson;
import dev.playloop.schemas.json.Edge;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.json.RawJson;
import dev.playloop.schemas.tool.ToolCall;
import dev.playloop.schemas.tool.ToolDeclaration;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.schemas.view.Progress;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// What `story --json`, `audit show --json` and `follow --json` print, and which steps belong to
/// which story.
class ToldTest {
  private static final Instant NOW = Instant.parse("2026-11-21T09:00:00Z");
  private static final AgentId ADA = new AgentId("society/ada");
  private static final RunId RUN = new RunId("society/ada:t1");
  private static final TurnId TURN = new TurnId("society/ada:t1#1");
  private static final String HASH = "0123456789abcdef".repeat(4);

  private static final Step DROPPED =
      new Step.Dropped(ADA, NOW, new LoopEvent.TriggerDropped("t0", DropReason.QUEUE_FULL));
  private static final Step OPENED =
      new Step.Noted(ADA, NOW, new LoopEvent.RunOpened(RUN, "t1", "chat.message"));
  private static final Step TRIGGERED = new Step.Triggered(ADA, NOW, trigger("t1"));
  private static final Step SAW =
      new Step.Saw(ADA, NOW, View.of(ADA, NOW, Json.NODES.objectNode()).summary("a market"));
  private static final Step DECIDED =
      new Step.Decided(
          ADA,
          NOW,
          Decision.of(
              TURN,
              ADA,
              new Decision.Answered(
                  "{}",
                  "I greet.",
                  List.of(
                      new ToolCall(
                          "c1", "greet", "{}", new ToolCall.Valid(Json.NODES.objectNode()))))));
  private static final Step ACTED =
      new Step.Acted(
          ADA,
          NOW,
          ActionResult.of(new ActionId("society/ada:t1#1.1"), ADA, ActionResult.Status.DONE)
              .receipts(List.of("0xabc")),
          "greet");
  private static final Step PROGRESSED =
      new Step.Progressed(
          ADA,
          NOW,
          new Progress(
              Progress.VERSION, new ActionId("society/ada:t1#1.1"), ADA, "submitted", "0xabc"),
          "greet");
  private static final Step CLOSED =
      new Step.Closed(ADA, NOW, LoopEvent.RunClosed.of(RUN, RunOutcome.COMPLETED, NOW, NOW));

  private static final Turn PROMPT =
      Turn.of(
          TURN,
          ADA,
          Samples.route(),
          new Turn.Body(List.of(), List.of(new Message.SystemText("Ada."))),
          HASH);

  /// A story as it comes.
  private static final List<Step> STEPS =
      List.of(DROPPED, TRIGGERED, OPENED, SAW, DECIDED, PROGRESSED, ACTED, CLOSED);

  /// One line of each kind, and one for each kind of step.
  private static List<Told> lines() {
    List<Told> lines = new ArrayList<>(told("society/ada", STEPS));
    lines.add(new Told.Happened(RUN, 0, new Step.Published(ADA, NOW, "t1", trigger("t1"))));
    lines.add(new Told.Happened(RUN, 1, new Step.TurnOpened(ADA, NOW, TURN, 4_096)));
    Told.Prompt.Size size = Told.Prompt.Size.of(Json.bytes(PROMPT));
    lines.add(Told.Prompt.of(TURN, size, HASH, HASH, PROMPT.body().messages()));
    lines.add(Told.Prompt.of(TURN, size, HASH, null, null));
    lines.add(new Told.Differs(RUN, 0, 12, "stateHash: the journal says a, expected b"));
    lines.add(new Told.Checked(RUN, 2, 0, 1));
    return lines;
  }

  private static List<Step> steps() {
    return lines().stream()
        .filter(Told.Happened.class::isInstance)
        .map(line -> ((Told.Happened) line).step())
        .toList();
  }

  @Test
  void eachLineIsPrintedAsItsGoldenOneAndItsSchemaSay() throws IOException {
    Printed.check("told", Told.class, lines());
  }

  @Test
  void aPromptsMessagesAndToolsAreCountedUnread() {
    List<Message> messages =
        List.of(
            new Message.SystemText("]}, \"messages\": [1, 2]"),
            Message.User.text("[[{\"tools\":["),
            new Message.SystemText(""));
    ToolDeclaration tool = new ToolDeclaration("look", "Look.", new RawJson("{\"a\":[1,[2]]}"));
    Turn turn =
        Turn.of(TURN, ADA, Samples.route(), new Turn.Body(List.of(tool, tool), messages), HASH);

    assertThat(Told.Prompt.Size.of(Json.bytes(turn))).isEqualTo(new Told.Prompt.Size(3, 2));
    assertThat(Told.Prompt.Size.of(Json.bytes(PROMPT))).isEqualTo(new Told.Prompt.Size(1, 0));
  }

  @Test
  void eachStepIsPrintedAsItsGoldenOneAndItsSchemaSay() throws IOException {
    Printed.check("step", Step.class, steps());
  }

  @Test
  void theSchemasRefuseWhatTheReaderRefuses() {
    for (Told line : lines()) {
      Printed.checkRequired("told", Told.class, line, "step");
    }
    for (Step step : steps()) {
      Printed.checkRequired("step", Step.class, step, "");
    }
    for (String schema : List.of("told", "step")) {
      assertThat(Printed.errors(schema, "{\"type\":\"guessed\"}")).isNotEmpty();
    }
  }

  /// A story's lines hold steps: one definition for both.
  @Test
  void aStepIsDefinedAsInAStory() throws IOException {
    JsonNode told = Printed.schema("told").path("$defs");

    assertThat(Printed.schema("step").path("$defs").properties())
        .isNotEmpty()
        .allSatisfy(one -> assertThat(told.path(one.getKey())).isEqualTo(one.getValue()));
  }

  @Test
  void eachKindHasAGoldenLine() {
    String all = lines().stream().map(Json::text).collect(Collectors.joining());

    for (Class<?> sealed : List.of(Told.class, Step.class)) {
      JsonSubTypes.Type[] kinds = sealed.getAnnotation(JsonSubTypes.class).value();
      assertThat(kinds).hasSameSizeAs(sealed.getPermittedSubclasses());
      assertThat(Arrays.stream(kinds).map(JsonSubTypes.Type::name).toList())
          .allSatisfy(name -> assertThat(all).contains("\"type\":\"" + name + "\""));
    }
  }

  @Test
  void aRunsStepsStandUnderItsTurnsAndItsTriggerBehindItsBeginning() {
    assertThat(told("society/ada", STEPS))
        .containsExactly(
            new Told.Happened(null, 0, DROPPED),
            new Told.Happened(RUN, 0, OPENED),
            new Told.Happened(RUN, 0, TRIGGERED),
            new Told.Happened(RUN, 0, SAW),
            new Told.Happened(RUN, 1, DECIDED),
            new Told.Happened(RUN, 1, PROGRESSED),
            new Told.Happened(RUN, 1, ACTED),
            new Told.Happened(RUN, 1, CLOSED));
  }

  @Test
  void theStoryOfOneRunLeavesOutAllElse() {
    List<Step> steps = new ArrayList<>(STEPS);
    steps.add(new Step.Triggered(ADA, NOW, trigger("t2")));
    steps.add(
        new Step.Noted(
            ADA, NOW, new LoopEvent.RunOpened(new RunId("society/ada:t2"), "t2", "chat.message")));
    steps.add(SAW);
    steps.add(PROGRESSED);
    steps.add(ACTED);

    assertThat(told("society/ada:t1", steps))
        .containsExactlyElementsOf(told("society/ada", STEPS).subList(1, STEPS.size()));
    assertThat(told("society/ada:t3", steps)).isEmpty();
  }

  /// From the journal, as a cluster's story is told.
  @Test
  void receiptsAndWhatHappenedOnTheWayReachTheStory() {
    Step.Progressed progressed = (Step.Progressed) PROGRESSED;
    Step.Acted acted = (Step.Acted) ACTED;
    List<Step> read = new ArrayList<>(List.of(OPENED));
    read.addAll(journaled(new Input.ActionProgressed("p", NOW, progressed.progress())));
    read.addAll(journaled(new Input.ActionDone("a", NOW, acted.result())));

    assertThat(told("society/ada", read))
        .filteredOn(line -> line instanceof Told.Happened(_, _, Step.Progressed _))
        .extracting(line -> ((Step.Progressed) ((Told.Happened) line).step()).progress().receipt())
        .containsExactly("0xabc");
    assertThat(told("society/ada", read))
        .filteredOn(line -> line instanceof Told.Happened(_, _, Step.Acted _))
        .extracting(line -> ((Step.Acted) ((Told.Happened) line).step()).result().receipts())
        .containsExactly(List.of("0xabc"));
  }

  private static List<Step> journaled(Input input) {
    JournalEntry.Envelope envelope =
        JournalEntry.Envelope.of(ADA, 1, NOW)
            .by(1, HASH)
            .about(Given.Kind.of(input).text(), input.id())
            .hashes(HASH, HASH, HASH)
            .behind(HASH);
    JournalEntry.Body body =
        new JournalEntry.Body(
            CheckedJson.of(Given.of(input).json(), Edge.KEPT).tree(), null, null, List.of());
    return new StepReader(new Topics("t.", 1))
        .entry(NOW, new JournalReader.Read(envelope, HASH, Json.bytes(body), true));
  }

  @Test
  void aViewThatSaysTheSameIsToldOnceARun() {
    assertThat(told("society/ada", List.of(OPENED, SAW, SAW, CLOSED, SAW, OPENED, SAW)))
        .filteredOn(line -> line instanceof Told.Happened(_, _, Step.Saw _))
        .hasSize(2);
  }

  /// A run that waits for a person leaves the agent to another; what comes of it is told as its
  /// own.
  @Test
  void whatComesOfARunThatWaitsIsItsOwnAndNotThatOfTheOneThatGoesOn() {
    RunId other = new RunId("society/ada:t2");
    ActionId pay = new ActionId("society/ada:t1#1.1");
    Step parked = new Step.Noted(ADA, NOW, new ApprovalEvent.RunParked(RUN));
    Step opened = new Step.Noted(ADA, NOW, new LoopEvent.RunOpened(other, "t2", "chat.message"));
    Step ended =
        new Step.Noted(
            ADA,
            NOW,
            new ApprovalEvent.Ended(
                pay, "0123456789abcdef", ApprovalEvent.How.APPROVED, List.of("kim")));
    Step closed =
        new Step.Closed(ADA, NOW, LoopEvent.RunClosed.of(other, RunOutcome.COMPLETED, NOW, NOW));
    Step resumed = new Step.Noted(ADA, NOW, new ApprovalEvent.RunResumed(RUN, Duration.ZERO));
    List<Step> steps =
        List.of(OPENED, DECIDED, parked, opened, SAW, ended, closed, resumed, SAW, ACTED, CLOSED);

    assertThat(told("society/ada", steps))
        .containsExactly(
            new Told.Happened(RUN, 0, OPENED),
            new Told.Happened(RUN, 1, DECIDED),
            new Told.Happened(RUN, 1, parked),
            new Told.Happened(other, 0, opened),
            new Told.Happened(other, 0, SAW),
            new Told.Happened(RUN, 1, ended),
            new Told.Happened(other, 0, closed),
            new Told.Happened(RUN, 1, resumed),
            new Told.Happened(RUN, 1, SAW),
            new Told.Happened(RUN, 1, ACTED),
            new Told.Happened(RUN, 1, CLOSED));
    assertThat(told("society/ada:t2", steps)).hasSize(3);
  }

  private static List<Told> told(String about, List<Step> steps) {
    List<Told> told = new ArrayList<>();
    Story story = Story.about(about, told::add);
    steps.forEach(story::add);
    return told;
  }

  private static Trigger trigger(String id) {
    return Trigger.of(id, ADA, "chat.message").at(NOW).text("Hello");
  }
}
