package dev.playloop.worlds.declared.pull;

import static dev.playloop.worlds.declared.pull.PullCase.DONE;
import static dev.playloop.worlds.declared.pull.PullCase.LIMIT;
import static dev.playloop.worlds.declared.pull.PullCase.REFUSED;
import static dev.playloop.worlds.declared.pull.PullCase.START;
import static dev.playloop.worlds.declared.pull.PullCase.id;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.worlds.declared.game.GameAnswer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PullBookTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Instant LATE = START.plusSeconds(60);

  private final PullBook book = new PullBook(START.toEpochMilli() - 1);
  private Instant now = START;
  private Connecting.Served poll = new Connecting.Served(0, 0);

  @Test
  void whatIsOfferedIsHandedOutOnce() {
    offered(1);
    connected("a", null);
    ordered(1);
    assertThat(fetched()).extracting(Handed::again).containsExactly(false);
    again("a");
    ordered(1);
    assertThat(fetched()).isEmpty();
    assertThat(answer(1, DONE)).isEqualTo(new Taken.Counts(false));
    assertThat(standing(1)).isEqualTo(new Standing.Ended(DONE));
    assertThat(answer(1, DONE)).isEqualTo(new Taken.Known());
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
    assertThat(standing(1)).isEqualTo(new Standing.Expired(false));
  }

  @Test
  void anActionWhoseTimeIsOverIsNeverHandedOutToAct() {
    offered(1);
    now = LATE;
    connected("a", null);
    now = LATE.plusMillis(1);
    ordered(1);
    assertThat(fetched()).isEmpty();
    assertThat(standing(1)).isEqualTo(new Standing.Expired(false));
  }

  @Test
  void theTimeForAnAnswerIsTheLimitAndNoMoreThanTheActionHas() {
    offered(1);
    connected("a", null);
    ordered(1);
    assertThat(standing(1)).isEqualTo(new Standing.Out(START.plus(LIMIT)));
    offered(2);
    now = LATE.minusSeconds(1);
    again("a");
    ordered(2);
    assertThat(standing(2)).isEqualTo(new Standing.Out(LATE));
    assertThat(standing(1)).isEqualTo(new Standing.RanOut(true));
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
    assertThat(answer(1, new GameAnswer.NotDone())).isEqualTo(new Taken.Counts(false));
    assertThat(standing(1)).isEqualTo(new Standing.Waits(true, LATE));
    assertThat(answer(1, DONE)).isInstanceOf(Taken.Refused.class);
    ordered(1);
    assertThat(fetched()).extracting(Handed::again).containsExactly(false);
    assertThat(answer(1, DONE)).isEqualTo(new Taken.Counts(false));
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
    assertThat(standing(1)).isEqualTo(new Standing.Expired(true));
  }

  @Test
  void whoForgotIsNotHandedItToActAgain() {
    offered(1);
    connected("a", null);
    ordered(1);
    connected("a", null);
    answer(1, new GameAnswer.Forgotten());
    ordered(1);
    assertThat(standing(1)).isEqualTo(new Standing.Ended(new GameAnswer.Forgotten()));
  }

  @Test
  void anOlderConnectionTellsOfAnEndAndOfNothingElse() {
    offered(1);
    offered(2);
    long first = connected("a", null);
    ordered(1);
    ordered(2);
    connected("a", null);
    assertThat(book.answer(id(1), first, new GameAnswer.NotDone())).isEqualTo(new Taken.TooLate());
    assertThat(book.answer(id(2), first, new GameAnswer.Forgotten()))
        .isEqualTo(new Taken.TooLate());
    ordered(1);
    assertThat(fetched()).extracting(Handed::again).containsExactly(true, true);
    assertThat(book.answer(id(1), first, DONE)).isEqualTo(new Taken.Counts(true));
    assertThat(standing(1)).isEqualTo(new Standing.Ended(DONE));
  }

  @Test
  void anOlderConnectionIsNotBelievedOnceTheGameSaidNotDone() {
    offered(1);
    long first = connected("a", null);
    ordered(1);
    connected("a", null);
    answer(1, new GameAnswer.NotDone());
    ordered(1);
    assertThat(book.answer(id(1), first, REFUSED)).isInstanceOf(Taken.Refused.class);
    assertThat(standing(1)).isInstanceOf(Standing.Out.class);
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
        .isInstanceOf(Taken.Refused.class);
    assertThat(standing(1)).isInstanceOf(Standing.Out.class);
    assertThat(standing(2)).isInstanceOf(Standing.Waits.class);
  }

  @Test
  void anOrderIsNoQuestion() {
    offered(1);
    connected("a", null);
    ordered(1);
    assertThat(answer(1, new GameAnswer.NotDone())).isInstanceOf(Taken.Refused.class);
    assertThat(answer(1, new GameAnswer.Forgotten())).isInstanceOf(Taken.Refused.class);
    ordered(1);
    assertThat(fetched()).hasSize(1);
    assertThat(standing(1)).isInstanceOf(Standing.Out.class);
  }

  @Test
  void whatRanOutStaysOpenForALateAnswer() {
    offered(1);
    connected("a", null);
    ordered(1);
    now = now.plus(LIMIT).plusMillis(1);
    assertThat(standing(1)).isEqualTo(new Standing.RanOut(true));
    book.release(id(1));
    answer(1, DONE);
    book.inquire(PullCase.write(1, LATE), now.plus(LIMIT));
    assertThat(standing(1)).isEqualTo(new Standing.Ended(DONE));
  }

  @Test
  void whatAPredecessorMayHaveHandedOutIsAQuestion() {
    book.inquire(PullCase.write(1, LATE), now.plus(LIMIT));
    connected("a", null);
    assertThat(fetched()).extracting(Handed::again).containsExactly(true);
    answer(1, new GameAnswer.NotDone());
    book.release(id(1));
    offered(1);
    ordered(1);
    assertThat(fetched()).extracting(Handed::again).containsExactly(false);
  }

  @Test
  void aNotDoneOfLongAgoIsAskedForAgain() {
    book.inquire(PullCase.write(1, LATE), now.plus(LIMIT));
    connected("a", null);
    answer(1, new GameAnswer.NotDone());
    book.release(id(1)); // another executor may have had the partition since
    book.inquire(PullCase.write(1, LATE), now.plus(LIMIT));
    assertThat(fetched()).extracting(Handed::again).containsExactly(true);
    assertThat(standing(1)).isInstanceOf(Standing.Out.class);
  }

  @Test
  void aQuestionThatNobodyFetchesRunsOut() {
    book.inquire(PullCase.write(1, LATE), now.plus(LIMIT));
    now = now.plus(LIMIT).plusMillis(1);
    assertThat(standing(1)).isEqualTo(new Standing.RanOut(false));
  }

  @Test
  void aReadIsSimplyHandedOutAgain() {
    book.offer(PullCase.read(1, LATE));
    connected("a", null);
    ordered(1);
    connected("a", null);
    ordered(1);
    assertThat(fetched()).extracting(Handed::again).containsExactly(false);
  }

  @Test
  void anEpochOfAnotherProcessIsAStranger() {
    connected("a", null);
    assertThat(book.connect("a", START.toEpochMilli() - 5, LATE, now))
        .isInstanceOf(Connecting.Stranger.class);
    assertThat(book.connect("a", poll.epoch() + 5, LATE, now))
        .isInstanceOf(Connecting.Stranger.class);
  }

  @Test
  void aConnectionIsAboveThoseOfAnExecutorWhoseClockIsAhead() {
    long ahead = now.plus(MINUTE).toEpochMilli();
    book.connect("a", ahead, LATE, now);
    book.connect("a", Long.MAX_VALUE, LATE, now);
    assertThat(connected("a", null)).isEqualTo(ahead + 1);
  }

  @Test
  void aLaterRequestOfAConnectionTakesThePlaceOfTheOne() {
    connected("a", null);
    Connecting.Served one = poll;
    again("a");
    offered(1);
    ordered(1);
    assertThat(book.collect(one)).isNull();
    assertThat(book.isSuperseded(one)).isFalse();
    book.leave(one);
    assertThat(fetched()).hasSize(1);
  }

  @Test
  void whatNobodyWaitsForIsKeptForAWhileOnly() {
    connected("a", null);
    for (int n = 1; n <= PullBook.LEFT + 1; n++) {
      offered(n);
      ordered(n);
      book.release(id(n));
    }
    assertThat(answer(1, DONE)).isInstanceOf(Taken.Refused.class);
    assertThat(answer(2, DONE)).isEqualTo(new Taken.Counts(false));
  }

  private void offered(int n) {
    book.offer(PullCase.write(n, LATE));
  }

  private void ordered(int n) {
    book.order(id(n), LIMIT, now);
  }

  private long connected(String puller, @Nullable Long epoch) {
    poll = (Connecting.Served) book.connect(puller, epoch, now.plus(MINUTE), now);
    return poll.epoch();
  }

  private void again(String puller) {
    connected(puller, poll.epoch());
  }

  private List<Handed> fetched() {
    return Objects.requireNonNull(book.collect(poll));
  }

  private Taken answer(int n, GameAnswer answer) {
    return book.answer(id(n), poll.epoch(), answer);
  }

  private Standing standing(int n) {
    return book.standing(id(n), now);
  }
}
