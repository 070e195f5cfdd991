package dev.playloop.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.chaos.check.Checker;
import dev.playloop.chaos.check.Facts;
import dev.playloop.chaos.check.Violation;
import dev.playloop.chaos.check.Violation.Kind;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.event.LoopEvent.DropReason;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Every promise, broken once; and what looks like a breach and is none.
class CheckerTest {
  private static final String FIRST = "vault/v1:t1#1.1";
  private static final String SECOND = "vault/v1:t1#2.1";
  private static final String PRESS = "emerald/scout:t1#1.1";
  private static final String NEXT_PRESS = "emerald/scout:t1#2.1";
  private static final String SOCIAL = "society/s1:t1#1.1";

  @Test
  void anUndisturbedHistoryHolds() {
    assertThat(kinds(whole())).isEmpty();
  }

  @Test
  void aTriggerWithoutAnEndIsLost() {
    assertThat(kinds(new FactsOf().accepted("t1").trigger("t1").opened("t1")))
        .containsExactly(Kind.LOST);
  }

  @Test
  void aTriggerThatWasAcceptedAndIsNotOnTheLogIsLost() {
    assertThat(kinds(new FactsOf().accepted("t1"))).containsExactly(Kind.LOST);
  }

  @Test
  void aTriggerThatWasOnlyDroppedAsADuplicateIsLost() {
    assertThat(kinds(new FactsOf().trigger("t1").dropped("t1", DropReason.DUPLICATE)))
        .containsExactly(Kind.LOST);
  }

  @Test
  void aTriggerThatWasDroppedForAReasonHasEnded() {
    assertThat(kinds(new FactsOf().trigger("t1").dropped("t1", DropReason.QUEUE_FULL))).isEmpty();
  }

  @Test
  void aTriggerThatWasSentTwiceAndClosedOnceHolds() {
    FactsOf facts =
        new FactsOf()
            .trigger("t1")
            .trigger("t1")
            .opened("t1")
            .closed("t1")
            .dropped("t1", DropReason.DUPLICATE);
    assertThat(kinds(facts)).isEmpty();
  }

  @Test
  void aTriggerThatClosesTwiceIsADuplicate() {
    assertThat(kinds(new FactsOf().trigger("t1").closed("t1").closed("t1")))
        .containsExactly(Kind.DUPLICATE);
  }

  @Test
  void aTriggerThatClosedAndWasDroppedIsADuplicate() {
    FactsOf facts = new FactsOf().trigger("t1").closed("t1").dropped("t1", DropReason.QUEUE_FULL);
    assertThat(kinds(facts)).containsExactly(Kind.DUPLICATE);
  }

  @Test
  void anEffectThatHappensTwiceIsADuplicate() {
    assertThat(kinds(whole().effect(SECOND, 3))).containsExactly(Kind.DUPLICATE);
  }

  @Test
  void anEffectThatNobodyAskedForIsADuplicate() {
    assertThat(kinds(whole().effect("vault/v1:t1#3.1", 3))).containsExactly(Kind.DUPLICATE);
  }

  @Test
  void anEffectThatIsReportedAsDoneAndNeverHappenedIsLost() {
    assertThat(kinds(new FactsOf().asked(FIRST).result(FIRST, Status.DONE)))
        .containsExactly(Kind.LOST);
  }

  @Test
  void anEffectThatHappenedAndIsReportedAsFailedIsUntrue() {
    assertThat(kinds(new FactsOf().asked(FIRST).effect(FIRST, 1).result(FIRST, Status.FAILED)))
        .containsExactly(Kind.UNTRUE);
  }

  @Test
  void anUnknownOutcomeIsTrueOfAnything() {
    FactsOf facts =
        new FactsOf()
            .asked(FIRST)
            .asked(SECOND)
            .effect(FIRST, 1)
            .result(FIRST, Status.UNKNOWN)
            .result(SECOND, Status.UNKNOWN);
    assertThat(kinds(facts)).isEmpty();
  }

  @Test
  void aDeedThatIsBookedTwiceIsADuplicate() {
    FactsOf facts = new FactsOf().asked(SOCIAL).deed(SOCIAL, true, 4).result(SOCIAL, Status.DONE);
    assertThat(kinds(facts)).containsExactly(Kind.DUPLICATE);
  }

  @Test
  void aDeedThatIsReportedAsDoneAndNotKeptIsLost() {
    assertThat(kinds(new FactsOf().asked(SOCIAL).result(SOCIAL, Status.DONE)))
        .containsExactly(Kind.LOST);
  }

  @Test
  void aDeedThatWasRefusedAndReportedSoHolds() {
    FactsOf facts =
        new FactsOf().asked(SOCIAL).deed(SOCIAL, false, 0).result(SOCIAL, Status.REFUSED);
    assertThat(kinds(facts)).isEmpty();
  }

  @Test
  void goldThatTheBooksDoNotExplainIsADuplicate() {
    FactsOf facts = new FactsOf();
    facts.booksOff.add("s1");
    assertThat(kinds(facts)).containsExactly(Kind.DUPLICATE);
  }

  @Test
  void pressesOfAGameAreThoseThatWereDoneAndAtMostThoseOfWhichNobodyKnows() {
    FactsOf facts =
        new FactsOf()
            .asked(PRESS)
            .result(PRESS, Status.DONE)
            .asked(NEXT_PRESS)
            .result(NEXT_PRESS, Status.UNKNOWN);
    facts.presses = 0;
    assertThat(kinds(facts)).containsExactly(Kind.LOST);
    facts.presses = 1;
    assertThat(kinds(facts)).isEmpty();
    facts.presses = 2;
    assertThat(kinds(facts)).isEmpty();
    facts.presses = 3;
    assertThat(kinds(facts)).containsExactly(Kind.DUPLICATE);
  }

  @Test
  void aCallAfterItsAnswerCouldBeReadIsPaidTwice() {
    assertThat(kinds(new FactsOf().answer("h").call("h", 1).call("h", 11)))
        .containsExactly(Kind.REPAID);
  }

  @Test
  void aCallInDoubtIsNotPaidTwice() {
    assertThat(kinds(new FactsOf().answer("h").call("h", 1).call("h", 5))).isEmpty();
  }

  @Test
  void aCallThatBeginsTooLateIsFound() {
    assertThat(kinds(new FactsOf().answer("h").call("h", 36)))
        .containsExactly(Kind.REPAID, Kind.LATE);
  }

  @Test
  void anEffectThatBeginsTooLateIsFound() {
    assertThat(kinds(new FactsOf().asked(FIRST).effect(FIRST, 26))).containsExactly(Kind.LATE);
  }

  @Test
  void clocksMayDifferByTheTolerance() {
    assertThat(kinds(new FactsOf().asked(FIRST).effect(FIRST, 24))).isEmpty();
  }

  @Test
  void runsThatBeginInAnotherOrderThanTheirTriggersAreFound() {
    FactsOf facts =
        new FactsOf()
            .trigger("t1")
            .trigger("t2")
            .opened("t2")
            .closed("t2")
            .opened("t1")
            .closed("t1");
    assertThat(kinds(facts)).containsExactly(Kind.ORDER);
  }

  @Test
  void effectsThatHappenInAnotherOrderThanTheirTurnsAreFound() {
    FactsOf facts =
        new FactsOf().opened("t1").asked(FIRST).asked(SECOND).effect(SECOND, 1).effect(FIRST, 2);
    assertThat(kinds(facts)).containsExactly(Kind.ORDER);
  }

  @Test
  void aRunThatSpendsMoreThanItsCapIsFound() {
    assertThat(kinds(new FactsOf().paid("t1", "0.30").paid("t1", "0.21")))
        .containsExactly(Kind.OVERSPEND);
  }

  @Test
  void anOverrunThatWasRecordedIsNoOverspend() {
    assertThat(kinds(new FactsOf().paid("t1", "0.51").overrun("t1", "0.02"))).isEmpty();
  }

  @Test
  void anAgentThatSpendsMoreThanItsDayIsFound() {
    FactsOf facts = new FactsOf().paid("t1", "0.4").paid("t2", "0.4").paid("t3", "0.4");
    assertThat(kinds(facts)).containsExactly(Kind.OVERSPEND);
  }

  @Test
  void whatTheJournalsVerificationFoundIsPassedOn() {
    FactsOf facts = new FactsOf();
    facts.audit.add("STATE_DIFFERS");
    assertThat(kinds(facts)).containsExactly(Kind.AUDIT);
  }

  @Test
  void aDeadLetterOfAGoodRecordIsFound() {
    FactsOf facts = new FactsOf();
    facts.hostile.put("triggers-0@7", "half a character");
    facts.deadLetters.add(new Facts.Letter("triggers-0@7", "a letter"));
    facts.deadLetters.add(new Facts.Letter("triggers-0@8", "a letter"));
    assertThat(kinds(facts)).containsExactly(Kind.DEAD_LETTER);
  }

  @Test
  void aBadRecordWithoutADeadLetterOrWithTwoIsFound() {
    FactsOf facts = new FactsOf();
    facts.hostile.put("triggers-0@7", "cut short");
    assertThat(kinds(facts)).containsExactly(Kind.UNTOLD);

    facts.deadLetters.add(new Facts.Letter("triggers-0@7", "a letter"));
    assertThat(kinds(facts)).isEmpty();

    facts.deadLetters.add(new Facts.Letter("triggers-0@7", "a letter"));
    assertThat(kinds(facts)).containsExactly(Kind.UNTOLD);
  }

  @Test
  void whatNobodyWasToldIsFound() {
    FactsOf facts = new FactsOf();
    facts.untold.add("a bad event was answered with 202");
    assertThat(kinds(facts)).containsExactly(Kind.UNTOLD);
  }

  @Test
  void aWorkerThatDiedByItselfIsFound() {
    FactsOf facts = new FactsOf();
    facts.crashes.add("reasoner-0 ended by itself with 1");
    assertThat(kinds(facts)).containsExactly(Kind.CRASH);
  }

  private static FactsOf whole() {
    return new FactsOf()
        .accepted("t1")
        .trigger("t1")
        .opened("t1")
        .answer("h")
        .call("h", 1)
        .asked(FIRST)
        .effect(FIRST, 1)
        .result(FIRST, Status.DONE)
        .asked(SECOND)
        .effect(SECOND, 2)
        .result(SECOND, Status.DONE)
        .closed("t1");
  }

  private static List<Kind> kinds(FactsOf facts) {
    return Checker.check(facts.facts(), Duration.ofSeconds(5)).stream()
        .map(Violation::kind)
        .toList();
  }
}
