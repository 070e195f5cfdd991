package dev.playloop.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.event.Section;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.ToolCall;
import dev.playloop.schemas.tool.ToolCall.Valid;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What joins a run is answered by the rules for it, before those for the run's trigger end it. A
/// run is played as the loop plays it: each answer is appended, and each of its calls is done.
final class JoinedTest {
  private static final String RULES =
      """
      rules:
        - {name: look, when: {kind: came, turn: 1}, call: {tool: recall}}
        - name: greet
          when: {kind: came, notCalled: say}
          call: {tool: say, args: {message: Good day.}}
        - {name: greeted, when: {kind: came}, say: That was a greeting.}
        - name: look it up
          when: {kind: said, text: fruit, turn: 1}
          call: {tool: recall, args: {text: fruit}}
        - name: answer
          when: {kind: said, notCalled: reply}
          call: {tool: reply, args: {message: '{{trigger.text}}!', replyTo: '{{trigger.replyTo}}'}}
        - {name: answered, when: {kind: said}, say: That is said.}
        - name: nod and be done
          when: {kind: waved}
          call: [{tool: nod}, {tool: finish, args: {summary: Nodded.}}]
        - {name: odd, when: {kind: odd, turn: 1}, fail: {kind: overloaded}}
      """;

  private final RehearsalModel model = new RehearsalModel(Rehearsal.parse("rehearsal.yaml", RULES));
  private final List<Message> run = new ArrayList<>();
  private String status = "done";

  @BeforeEach
  void somebodyComes() {
    run.add(section(Section.TRIGGER, "t-0", "came"));
  }

  @Test
  void aLineSaidWhileAGreetingIsUnderWayIsAnsweredAfterIt() {
    assertThat(next()).isEqualTo("recall{}");
    joins("l-1", "said");

    assertThat(next()).isEqualTo("say{\"message\":\"Good day.\"}");
    assertThat(next()).isEqualTo("reply{\"message\":\"said l-1!\",\"replyTo\":\"l-1\"}");
    assertThat(next()).isEqualTo("That was a greeting.");
  }

  @Test
  void eachLineIsAnsweredOnceInTheOrderInWhichTheyJoined() {
    joins("l-1", "said");
    joins("l-2", "said");
    toldToTheEnd(2);

    assertThat(next()).contains("said l-1!");
    joins("l-3", "said");
    assertThat(next()).contains("said l-2!");
    assertThat(next()).contains("said l-3!");
    assertThat(next()).isEqualTo("That was a greeting.");
  }

  @Test
  void whatWasCalledForOneIsNothingToAnother() {
    joins("l-1", "said");
    joins("fruit", "said");
    toldToTheEnd(3);

    assertThat(next()).as("its first turn, though the run's fourth").contains("recall{\"text\"");
    assertThat(next()).contains("said fruit!");
    assertThat(next()).isEqualTo("That was a greeting.");
  }

  @Test
  void whatWouldEndTheRunIsTheTriggersToSay() {
    joins("w-1", "waved");
    toldToTheEnd(2);

    assertThat(next()).as("without the finish beside it").isEqualTo("nod{}");
    assertThat(next()).isEqualTo("That was a greeting.");
  }

  @Test
  void whatWasToBeTheLastAndFailedIsDecidedAnew() {
    joins("w-1", "waved");
    toldToTheEnd(2);
    status = "refused";

    assertThat(next()).isEqualTo("nod{}");
    assertThat(next()).isEqualTo("nod{}");
  }

  @Test
  void theEndOfTheTriggersRulesWaitsWhole() {
    run.clear();
    run.add(section(Section.TRIGGER, "t-0", "waved"));
    joins("l-1", "said");

    assertThat(next()).contains("said l-1!");
    assertThat(next()).isEqualTo("nod{} finish{\"summary\":\"Nodded.\"}");
  }

  @Test
  void whatNoRuleIsForIsPassedOver() {
    joins("x-1", "unheard-of");
    joins("l-1", "said");
    toldToTheEnd(2);

    assertThat(next()).contains("said l-1!");
    assertThat(next()).isEqualTo("That was a greeting.");
  }

  @Test
  void failuresAreRehearsedForWhatJoinedToo() {
    joins("o-1", "odd");
    toldToTheEnd(2);

    assertThat(model.answer(run, "hash")).isInstanceOf(Rehearsed.Refuses.class);
  }

  /// It has no tools.
  @Test
  void theLastTurnIsTheTriggersWhateverJoined() {
    joins("l-1", "said");
    toldToTheEnd(2);
    run.add(
        Message.User.text(
            Section.render(
                Section.NOTICE, Map.of("code", "final_turn", "message", "This is the last."))));

    assertThat(next()).isEqualTo("That was a greeting.");
  }

  @Test
  void noTwoCallsOfARunHaveOneId() {
    joins("l-1", "said");
    joins("fruit", "said");
    joins("w-1", "waved");
    toldToTheEnd(6);

    assertThat(run.stream().flatMap(JoinedTest::ids)).doesNotHaveDuplicates().hasSize(6);
  }

  private static Stream<String> ids(Message message) {
    return message instanceof Message.Assistant said
        ? said.calls().stream().map(ToolCall::id)
        : Stream.of();
  }

  private void joins(String id, String kind) {
    run.add(section(Section.JOINED, id, kind));
  }

  private void toldToTheEnd(int answers) {
    for (int i = 0; i < answers; i++) {
      next();
    }
  }

  /// What the model answers now, and is done then.
  private String next() {
    Rehearsed.Says says = (Rehearsed.Says) model.answer(run, "hash");
    List<ToolCall> calls =
        says.calls().stream()
            .map(c -> new ToolCall(c.id(), c.tool(), c.arguments(), new Valid(Json.tree("{}"))))
            .toList();
    run.add(new Message.Assistant(says.text(), calls, null, null));
    calls.forEach(call -> {
      String output = "{\"status\":\"" + status + "\",\"output\":{}}";
      run.add(new Message.ToolOutput(call.id(), call.name(), output, false));
    });
    return says.calls().isEmpty()
        ? says.text()
        : says.calls().stream()
            .map(call -> call.tool() + call.arguments())
            .collect(Collectors.joining(" "));
  }

  private static Message section(String tag, String id, String kind) {
    return Message.User.text(
        Section.render(
            tag, Map.of("id", id, "kind", kind, "text", kind + " " + id, "replyTo", id)));
  }
}
