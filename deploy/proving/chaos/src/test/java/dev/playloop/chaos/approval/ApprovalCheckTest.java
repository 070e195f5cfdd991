package dev.playloop.chaos.approval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.chaos.approval.ApprovalCheck.Breach;
import dev.playloop.chaos.check.Facts;
import dev.playloop.chaos.world.VaultWorld;
import dev.playloop.schemas.approval.AnswerKind;
import dev.playloop.schemas.approval.Question;
import dev.playloop.schemas.approval.QuestionBuilder;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.event.ApprovalEvent;
import dev.playloop.schemas.event.ApprovalEvent.Answered;
import dev.playloop.schemas.event.ApprovalEvent.How;
import dev.playloop.schemas.event.ApprovalEventAnsweredBuilder;
import dev.playloop.schemas.event.Author;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Every promise about people's words, broken once; and what looks like a breach and is none.
class ApprovalCheckTest {
  private static final ActionId WRITE = new ActionId("vault/v1:t1#1.1");
  private static final ActionId AGAIN = new ActionId("vault/v1:t1#2.1");
  private static final Instant NOW = Instant.EPOCH;

  private final List<LoopEvent> events = new ArrayList<>();
  private final Map<String, ApprovalFacts.Write> released = new HashMap<>();
  private final Map<String, Integer> effects = new HashMap<>();
  private final Map<String, Status> results = new HashMap<>();
  private final List<String> unheard = new ArrayList<>();
  private final List<String> unproved = new ArrayList<>();

  @Test
  void whatTwoPeopleApprovedAndWasDoneOnceHolds() {
    asked(600).said("ann", AnswerKind.APPROVE).said("ben", AnswerKind.APPROVE);
    assertThat(ended(How.APPROVED).done(600, 1).breaches()).isEmpty();
  }

  @Test
  void whatOnePersonSaidTwiceIsNotTwoPeoplesWord() {
    asked(600).said("ann", AnswerKind.APPROVE).said("ann", AnswerKind.APPROVE);
    assertThat(ended(How.APPROVED).done(600, 1).breaches())
        .containsExactlyInAnyOrder(Breach.COUNTED_TWICE, Breach.UNAPPROVED);
  }

  @Test
  void whoTookAWordBackMaySayItAgain() {
    asked(600).said("ann", AnswerKind.APPROVE).said("ann", AnswerKind.WITHDRAW);
    said("ben", AnswerKind.APPROVE).said("ann", AnswerKind.APPROVE);
    assertThat(ended(How.APPROVED).done(600, 1).breaches()).isEmpty();
  }

  @Test
  void whatWasTakenBackDoesNotCount() {
    asked(600).said("ann", AnswerKind.APPROVE).said("ann", AnswerKind.WITHDRAW);
    said("ben", AnswerKind.APPROVE);
    assertThat(ended(How.APPROVED).done(600, 1).breaches()).containsExactly(Breach.UNAPPROVED);
  }

  @Test
  void whatWasApprovedAndNeverDoneIsLost() {
    asked(150).said("cyd", AnswerKind.APPROVE);
    assertThat(ended(How.APPROVED).breaches()).containsExactly(Breach.LOST);
  }

  @Test
  void whatTheWorldRefusedIsNotLost() {
    asked(150).said("cyd", AnswerKind.APPROVE);
    results.put(WRITE.value(), Status.REFUSED);
    assertThat(ended(How.APPROVED).breaches()).isEmpty();
  }

  @Test
  void whatHappenedTwiceIsFound() {
    asked(150).said("cyd", AnswerKind.APPROVE);
    assertThat(ended(How.APPROVED).done(150, 2).breaches()).containsExactly(Breach.TWICE);
  }

  @Test
  void whatWasNotDoneAndWasThenDeniedForTheSameOrderIsNotLostAndTheOtherWayRoundIs() {
    asked(150).said("cyd", AnswerKind.APPROVE).ended(How.APPROVED);
    List<LoopEvent> first = List.copyOf(events);
    events.clear();
    asked(150, AGAIN).ended(AGAIN, How.DENIED);
    List<LoopEvent> second = List.copyOf(events);

    events.addAll(0, first);
    assertThat(breaches()).containsExactly(Breach.LOST);
    results.put(WRITE.value(), Status.FAILED);
    assertThat(breaches()).isEmpty();
    events.clear();
    events.addAll(second);
    events.addAll(first);
    assertThat(breaches()).containsExactly(Breach.LOST);
  }

  @Test
  void whatWasNotDoneAndWasThenDoneForTheSameOrderIsNotLostAndTwoAreTwice() {
    asked(150).said("cyd", AnswerKind.APPROVE);
    ended(How.APPROVED);
    effects.put(AGAIN.value(), 1);
    released.put(AGAIN.value(), new ApprovalFacts.Write(VaultWorld.DEPOSIT, args(50)));
    assertThat(breaches()).isEmpty();
    assertThat(done(150, 1).breaches()).containsExactly(Breach.TWICE);
  }

  @Test
  void whatHappenedAfterADenialOrNoAnswerIsFound() {
    asked(150).said("cyd", AnswerKind.DENY);
    assertThat(ended(How.DENIED).done(150, 1).breaches())
        .containsExactlyInAnyOrder(Breach.DONE_AFTER_NO, Breach.UNAPPROVED);
    events.removeLast();
    assertThat(ended(How.EXPIRED).breaches())
        .containsExactlyInAnyOrder(Breach.DONE_AFTER_NO, Breach.UNAPPROVED);
  }

  @Test
  void whatNobodyWasAskedAboutIsFoundWhereSomebodyHadToBe() {
    assertThat(done(150, 1).breaches()).containsExactly(Breach.UNAPPROVED);
    assertThat(done(50, 1).breaches()).isEmpty();
  }

  @Test
  void anEffectThatWasNeverReleasedIsFound() {
    effects.put(WRITE.value(), 1);
    assertThat(breaches()).containsExactly(Breach.UNAPPROVED);
  }

  @Test
  void whatWentOutWithOtherArgumentsIsFound() {
    asked(150).said("cyd", AnswerKind.APPROVE);
    assertThat(ended(How.APPROVED).done(170, 1).breaches()).containsExactly(Breach.OTHER_ARGUMENTS);
  }

  @Test
  void anEditPutsItsArgumentsInThePlaceOfTheModelsAndBeginsTheCountAnew() {
    asked(600).said("ben", AnswerKind.APPROVE).edited("ann", 580);
    assertThat(ended(How.EDITED).done(580, 1).breaches()).containsExactly(Breach.UNAPPROVED);
    events.removeLast();
    said("ben", AnswerKind.APPROVE);
    assertThat(ended(How.EDITED).breaches()).isEmpty();
  }

  @Test
  void aQuestionEndsInExactlyOneWay() {
    asked(150);
    assertThat(breaches()).containsExactly(Breach.UNENDED);
    ended(How.EXPIRED);
    assertThat(breaches()).isEmpty();
    assertThat(ended(How.DENIED).breaches()).containsExactly(Breach.ENDED_TWICE);
  }

  @Test
  void whatWasNeverAskedCanNeitherBeAnsweredNorEnd() {
    said("ann", AnswerKind.APPROVE);
    assertThat(ended(How.APPROVED).breaches())
        .containsExactlyInAnyOrder(Breach.COUNTED_TWICE, Breach.ENDED_TWICE);
  }

  @Test
  void aWordThatWasTakenAndNeverGotToItsAgentIsFound() {
    unheard.add("0123");
    assertThat(breaches()).containsExactly(Breach.UNHEARD);
  }

  @Test
  void aWordThatNobodyVouchesForIsFound() {
    unproved.add("vault/v1 entry 3: forged");
    assertThat(breaches()).containsExactly(Breach.UNPROVED);
  }

  private Set<Breach> breaches() {
    List<Facts.Decided> decided =
        events.stream().map(event -> new Facts.Decided("vault/v1", event)).toList();
    ApprovalFacts.Words words = new ApprovalFacts.Words(unheard, unproved);
    return ApprovalCheck.check(new ApprovalFacts(decided, released, effects, results, words))
        .keySet();
  }

  private ApprovalCheckTest asked(int amount) {
    return asked(amount, WRITE);
  }

  private ApprovalCheckTest asked(int amount, ActionId write) {
    events.add(
        new LoopEvent.ApprovalAsked(write, VaultWorld.DEPOSIT, args(amount), question(amount)));
    return this;
  }

  private ApprovalCheckTest said(String who, AnswerKind answer) {
    events.add(word(who, answer));
    return this;
  }

  private static Answered word(String who, AnswerKind answer) {
    return ApprovalEventAnsweredBuilder.builder()
        .action(WRITE)
        .answer(answer)
        .author(Author.of(who))
        .build();
  }

  private ApprovalCheckTest edited(String who, int amount) {
    events.add(word(who, AnswerKind.EDIT).edited(args(amount), question(amount)));
    return this;
  }

  private ApprovalCheckTest ended(How how) {
    return ended(WRITE, how);
  }

  private ApprovalCheckTest ended(ActionId write, How how) {
    events.add(new ApprovalEvent.Ended(write, Question.id(write, 0), how, List.of()));
    return this;
  }

  private ApprovalCheckTest done(int amount, int times) {
    released.put(WRITE.value(), new ApprovalFacts.Write(VaultWorld.DEPOSIT, args(amount)));
    effects.put(WRITE.value(), times);
    return this;
  }

  private static Question question(int amount) {
    return QuestionBuilder.builder()
        .approval(Question.id(WRITE, 0))
        .argsHash(Question.hash(args(amount)))
        .rule("large")
        .matched(args(amount))
        .people(Rules.people(VaultWorld.DEPOSIT, amount))
        .askedAt(NOW)
        .expiresAt(NOW.plusSeconds(60))
        .build();
  }

  private static JsonNode args(int amount) {
    return Json.NODES.objectNode().put("amount", amount);
  }
}
