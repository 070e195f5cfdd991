package dev.playloop.worlds.declared.pull;

import static dev.playloop.worlds.declared.pull.PullCase.LIMIT;
import static dev.playloop.worlds.declared.pull.PullCase.START;
import static dev.playloop.worlds.declared.pull.PullCase.id;

import dev.playloop.worlds.declared.game.GameAnswer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A book, and what happens to it.
abstract class PullBookCase {
  static final Duration MINUTE = Duration.ofMinutes(1);
  static final Instant LATE = START.plusSeconds(60);

  final PullBook book = new PullBook(START.toEpochMilli() - 1);
  Instant now = START;
  Connecting.Served poll = new Connecting.Served(0, 0);

  void offered(int n) {
    book.offer(PullCase.write(n, LATE));
  }

  void ordered(int n) {
    book.order(id(n), LIMIT, now);
  }

  long connected(String puller, @Nullable Long epoch) {
    poll = (Connecting.Served) book.connect(puller, epoch, now.plus(MINUTE), now);
    return poll.epoch();
  }

  void again(String puller) {
    connected(puller, poll.epoch());
  }

  List<Handed> fetched() {
    return Objects.requireNonNull(book.collect(poll));
  }

  Heard answer(int n, GameAnswer answer) {
    return book.answer(id(n), poll.epoch(), answer);
  }

  Whereabouts standing(int n) {
    return book.standing(id(n), now);
  }
}
