package dev.playloop.worlds.declared.pull;

import static dev.playloop.worlds.declared.pull.PullCase.DONE;
import static dev.playloop.worlds.declared.pull.PullCase.LIMIT;
import static dev.playloop.worlds.declared.pull.PullCase.START;
import static dev.playloop.worlds.declared.pull.PullCase.id;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.worlds.declared.game.GameAnswer;
import org.junit.jupiter.api.Test;

/// What comes late, from others, or not at all.
class LatePullTest extends PullBookCase {
  @Test
  void anOrderIsNoQuestion() {
    offered(1);
    connected("a", null);
    ordered(1);
    assertThat(answer(1, new GameAnswer.NotDone())).isInstanceOf(Heard.Refused.class);
    assertThat(answer(1, new GameAnswer.Forgotten())).isInstanceOf(Heard.Refused.class);
    ordered(1);
    assertThat(fetched()).hasSize(1);
    assertThat(standing(1)).isInstanceOf(Whereabouts.Out.class);
  }

  @Test
  void whatRanOutStaysOpenForALateAnswer() {
    offered(1);
    connected("a", null);
    ordered(1);
    now = now.plus(LIMIT).plusMillis(1);
    assertThat(standing(1)).isEqualTo(new Whereabouts.RanOut(true));
    book.release(id(1));
    answer(1, DONE);
    book.inquire(PullCase.write(1, LATE), now.plus(LIMIT));
    assertThat(standing(1)).isEqualTo(new Whereabouts.Ended(DONE));
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
    assertThat(standing(1)).isInstanceOf(Whereabouts.Out.class);
  }

  @Test
  void aQuestionThatNobodyFetchesRunsOut() {
    book.inquire(PullCase.write(1, LATE), now.plus(LIMIT));
    now = now.plus(LIMIT).plusMillis(1);
    assertThat(standing(1)).isEqualTo(new Whereabouts.RanOut(false));
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
    assertThat(answer(1, DONE)).isInstanceOf(Heard.Refused.class);
    assertThat(answer(2, DONE)).isEqualTo(new Heard.Counts(false));
  }

  /// It was handed out to act since, so the word may be a doubled one of before.
  @Test
  void aConnectionSaysNotDoneOnce() {
    book.inquire(PullCase.write(1, LATE), now.plus(LIMIT));
    connected("a", null);
    answer(1, new GameAnswer.NotDone());
    book.release(id(1));
    offered(1);
    ordered(1);
    now = now.plus(LIMIT).plusMillis(1);
    book.release(id(1));
    book.inquire(PullCase.write(1, LATE), now.plus(LIMIT));
    assertThat(answer(1, new GameAnswer.NotDone())).isInstanceOf(Heard.Refused.class);
    assertThat(standing(1)).isInstanceOf(Whereabouts.Out.class);

    connected("a", null);
    answer(1, new GameAnswer.NotDone());
    assertThat(standing(1)).isNotInstanceOf(Whereabouts.Out.class);
  }
}
