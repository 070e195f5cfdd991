package dev.playloop.worlds.declared.pull;

import static dev.playloop.worlds.declared.pull.PullCase.DONE;
import static dev.playloop.worlds.declared.pull.PullCase.LIMIT;
import static dev.playloop.worlds.declared.pull.PullCase.REFUSED;
import static dev.playloop.worlds.declared.pull.PullCase.START;
import static dev.playloop.worlds.declared.pull.PullCase.id;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.worlds.declared.game.GameAnswer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PullBookTest extends PullBookCase {
  @Test
  void whatIsOfferedIsHandedOutOnce() {
    offered(1);
    connected("a", null);
    ordered(1);
    assertThat(fetched()).extracting(Handed::again).containsExactly(false);
    again("a");
    ordered(1);
    assertThat(fetched()).isEmpty();
    assertThat(answer(1, DONE)).isEqualTo(new Heard.Counts(false));
    assertThat(standing(1)).isEqualTo(new Whereabouts.Ended(DONE));
    assertThat(answer(1, DONE)).isEqualTo(new Heard.Known());
  }

  @Test
  void nothingIsHandedOutWhileNobodyWaits() {
    offered(1);
    ordered(1);
    connected("a", null);
    assertThat(fetched()).isEmpty();
    book.leave(poll);
    ordered(1);
    again("a");
    assertThat(fetched()).isEmpty();
    now = now.plus(MINUTE).plusMillis(1); // it would not wait that long
    ordered(1);
    assertThat(standing(1)).isEqualTo(new Whereabouts.Expired(false));
  }

  @Test
  void anActionWhoseTimeIsOverIsNeverHandedOutToAct() {
    offered(1);
    now = LATE;
    connected("a", null);
    now = LATE.plusMillis(1);
    ordered(1);
    assertThat(fetched()).isEmpty();
    assertThat(standing(1)).isEqualTo(new Whereabouts.Expired(false));
  }

  @Test
  void theTimeForAnAnswerIsTheLimitAndNoMoreThanTheActionHas() {
    offered(1);
    connected("a", null);
    ordered(1);
    assertThat(standing(1)).isEqualTo(new Whereabouts.Out(START.plus(LIMIT)));
    offered(2);
    now = LATE.minusSeconds(1);
    again("a");
    ordered(2);
    assertThat(standing(2)).isEqualTo(new Whereabouts.Out(LATE));
    assertThat(standing(1)).isEqualTo(new Whereabouts.RanOut(true));
  }

  @Test
  void anotherNameIsToldWhoHasTheWorldAndForHowLong() {
    offered(1);
    connected("a", null);
    ordered(1);
    fetched();
    book.leave(poll);
    now = now.plusSeconds(5);
    assertThat(book.connect("b", null, LATE, now))
        .isEqualTo(new Connecting.Held("a", LIMIT.minusSeconds(5)));
    answer(1, DONE);
    connected("b", null);
    assertThat(book.connect("a", null, LATE, now)).isInstanceOf(Connecting.Held.class);
  }

  @Test
  void anotherNameHasTheWorldOnceAllTimesHaveRunOut() {
    offered(1);
    connected("a", null);
    ordered(1);
    now = now.plus(MINUTE).plusMillis(1);
    connected("b", null);
    assertThat(fetched()).isEmpty(); // what ran out is asked for by reconcile alone
  }

  @Test
  void theSameNameTakesOverAtOnceAndIsAsked() {
    offered(1);
    long first = connected("a", null);
    ordered(1);
    Connecting.Served old = poll;
    long second = connected("a", null);
    assertThat(second).isGreaterThan(first);
    assertThat(book.isSuperseded(old)).isTrue();
    assertThat(book.collect(old)).isNull();
    assertThat(fetched()).extracting(Handed::again).containsExactly(true);
    ordered(1);
    assertThat(fetched()).isEmpty();
    assertThat(book.connect("a", first, LATE, now)).isInstanceOf(Connecting.Superseded.class);
  }

  @Test
  void onlyAfterNotDoneItIsHandedOutToActAgain() {
    offered(1);
    connected("a", null);
    ordered(1);
    connected("a", null);
    fetched();
    assertThat(answer(1, new GameAnswer.NotDone())).isEqualTo(new Heard.Counts(false));
    assertThat(standing(1)).isEqualTo(new Whereabouts.Waits(true, LATE));
    assertThat(answer(1, DONE)).isInstanceOf(Heard.Refused.class);
    ordered(1);
    assertThat(fetched()).extracting(Handed::again).containsExactly(false);
    assertThat(answer(1, DONE)).isEqualTo(new Heard.Counts(false));
  }

  @Test
  void whatWasNotDoneInItsTimeIsNotHandedOut() {
    offered(1);
    connected("a", null);
    ordered(1);
    connected("a", null);
    answer(1, new GameAnswer.NotDone());
    now = LATE.plusMillis(1);
    book.connect("a", poll.epoch(), now.plus(MINUTE), now);
    ordered(1);
    assertThat(standing(1)).isEqualTo(new Whereabouts.Expired(true));
  }

  @Test
  void whoForgotIsNotHandedItToActAgain() {
    offered(1);
    connected("a", null);
    ordered(1);
    connected("a", null);
    answer(1, new GameAnswer.Forgotten());
    ordered(1);
    assertThat(standing(1)).isEqualTo(new Whereabouts.Ended(new GameAnswer.Forgotten()));
  }

  @Test
  void anOlderConnectionTellsOfAnEndAndOfNothingElse() {
    offered(1);
    offered(2);
    long first = connected("a", null);
    ordered(1);
    ordered(2);
    connected("a", null);
    assertThat(book.answer(id(1), first, new GameAnswer.NotDone())).isEqualTo(new Heard.TooLate());
    assertThat(book.answer(id(2), first, new GameAnswer.Forgotten()))
        .isEqualTo(new Heard.TooLate());
    ordered(1);
    assertThat(fetched()).extracting(Handed::again).containsExactly(true, true);
    assertThat(book.answer(id(1), first, DONE)).isEqualTo(new Heard.Counts(true));
    assertThat(standing(1)).isEqualTo(new Whereabouts.Ended(DONE));
  }

  @Test
  void anOlderConnectionIsNotBelievedOnceTheGameSaidNotDone() {
    offered(1);
    long first = connected("a", null);
    ordered(1);
    connected("a", null);
    answer(1, new GameAnswer.NotDone());
    ordered(1);
    assertThat(book.answer(id(1), first, REFUSED)).isInstanceOf(Heard.Refused.class);
    assertThat(standing(1)).isInstanceOf(Whereabouts.Out.class);
  }

  @ParameterizedTest
  @CsvSource({
    "never offered,  9,  0",
    "not handed out, 2,  0",
    "an epoch above, 1,  1",
    "an epoch before it was handed out, 1, -1",
  })
  void whatWasNeverHandedOutHasNoAnswer(String what, int action, int epoch) {
    offered(1);
    offered(2);
    connected("a", null);
    connected("a", null);
    ordered(1);
    assertThat(book.answer(id(action), poll.epoch() + epoch, DONE))
        .as(what)
        .isInstanceOf(Heard.Refused.class);
    assertThat(standing(1)).isInstanceOf(Whereabouts.Out.class);
    assertThat(standing(2)).isInstanceOf(Whereabouts.Waits.class);
  }
}
