package dev.playloop.worlds.declared.pull;

import dev.playloop.schemas.id.ActionId;
import dev.playloop.worlds.declared.game.GameAnswer;
import dev.playloop.worlds.declared.pull.TrustingGame.Body;
import dev.playloop.worlds.declared.pull.TrustingGame.Said;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/// One history of a pulled world, by a seed: an executor that decides as [PulledActions] and the
/// ledger do, and that is killed; two processes of one name and one of another, which are killed,
/// late, and lose what is said to them.
final class PullHistory {
  /// How an action ended for its agent.
  enum End {
    DONE,
    NOT_DONE,
    UNKNOWN
  }

  private enum Mode {
    /// It is offered, and was never handed out without a `not_done` since.
    PERFORM,
    /// Its intent was found on the ledger.
    RECOVER,
    /// The loop was told UNKNOWN, and asks.
    DOUBT
  }

  private static final Duration NOT_AFTER = Duration.ofSeconds(60);

  final TrustingGame game = new TrustingGame();
  final Map<ActionId, End> ends = new LinkedHashMap<>();

  /// How many actions there were, and how often something of interest happened.
  final Map<String, Integer> seen = new LinkedHashMap<>();

  int actions;

  private final Random random;
  private final boolean forgets;
  private final Map<ActionId, Order> orders = new LinkedHashMap<>();
  private final Map<ActionId, Mode> open = new LinkedHashMap<>();
  private final List<Body> processes;
  private final List<Said> onTheWay = new ArrayList<>();
  private Instant now = PullCase.START;
  private PullBook book = new PullBook(now.toEpochMilli());

  PullHistory(long seed, boolean forgets) {
    this.random = new Random(seed);
    this.forgets = forgets;
    this.processes = List.of(game.process("a"), game.process("a"), game.process("b"));
  }

  void play(int steps) {
    for (int i = 0; i < steps; i++) {
      step();
      decide();
    }
    settle();
  }

  private void step() {
    Body one = processes.get(random.nextInt(processes.size()));
    switch (random.nextInt(forgets ? 41 : 40)) {
      case 0, 1, 2 -> begin();
      case 3, 4, 5, 6, 7 -> connect(one);
      case 8, 9, 10, 11, 12, 13, 14, 15 -> collect(one);
      case 16, 17, 18, 19, 20, 21, 22, 23 -> work(one);
      case 24, 25, 26, 27, 28, 29 -> deliver();
      case 30, 31 -> one.die();
      case 32 -> killExecutor();
      case 33, 34, 35, 36, 37 -> now = now.plusMillis(random.nextInt(3_000));
      case 38 -> now = now.plusSeconds(random.nextInt(30));
      case 39 -> one.epoch = null; // what was said to it was lost
      default -> game.forget(processes, now);
    }
  }

  private void begin() {
    int n = actions + 1;
    actions = n;
    Order order = new Order(PullCase.write(n, now.plus(NOT_AFTER)).action(), now);
    orders.put(order.id(), order);
    open.put(order.id(), Mode.PERFORM);
    book.offer(order);
  }

  private void connect(Body one) {
    one.poll = null;
    Instant until = now.plusMillis(random.nextInt(20_000));
    switch (book.connect(one.name, one.epoch, until, now)) {
      case Connecting.Served served -> {
        if (one.epoch == null) {
          one.epoch = served.epoch();
          one.inbox.clear(); // it counts on being asked
        }
        one.poll = served;
      }
      case Connecting.Held _ -> count("held");
      case Connecting.Stranger _, Connecting.Superseded _ -> {
        count("superseded");
        one.epoch = null;
      }
    }
  }

  private void collect(Body one) {
    if (one.poll == null) {
      return;
    }
    List<Handed> all = book.collect(one.poll);
    book.leave(one.poll);
    one.poll = null;
    if (all == null) {
      return;
    }
    if (random.nextInt(10) == 0) {
      one.epoch = null; // the answer was lost
      return;
    }
    all.forEach(handed -> count(handed.again() ? "questions" : "orders"));
    one.inbox.addAll(all);
  }

  private void work(Body one) {
    if (one.inbox.isEmpty() || one.epoch == null) {
      return;
    }
    Said said = one.work(random.nextInt(one.inbox.size()), now);
    if (said != null && random.nextInt(8) != 0) {
      onTheWay.add(said);
      if (random.nextInt(8) == 0) {
        onTheWay.add(said);
      }
    }
  }

  private void deliver() {
    if (!onTheWay.isEmpty()) {
      Said said = onTheWay.remove(random.nextInt(onTheWay.size()));
      count(book.answer(said.action(), said.epoch(), said.answer()).getClass().getSimpleName());
    }
  }

  /// Another one finds the intents on the ledger.
  private void killExecutor() {
    now = now.plusSeconds(1); // as long as it takes, at least
    book = new PullBook(now.toEpochMilli());
    processes.forEach(one -> one.poll = null);
    open.replaceAll((id, mode) -> {
      inquire(id);
      return mode == Mode.DOUBT ? Mode.DOUBT : Mode.RECOVER;
    });
  }

  private void inquire(ActionId id) {
    book.inquire(Objects.requireNonNull(orders.get(id)), now.plus(PullCase.LIMIT));
  }

  private void decide() {
    for (ActionId id : List.copyOf(open.keySet())) {
      Mode mode = Objects.requireNonNull(open.get(id));
      End end = mode == Mode.PERFORM ? performed(id) : asked(id, mode);
      if (end != null) {
        book.release(id);
        open.remove(id);
        ends.put(id, end);
      }
    }
  }

  private @Nullable End performed(ActionId id) {
    return switch (book.standing(id, now)) {
      case Whereabouts.Waits _ -> {
        book.order(id, PullCase.LIMIT, now);
        yield null;
      }
      case Whereabouts.Out _ -> null;
      case Whereabouts.Expired _ -> End.NOT_DONE;
      case Whereabouts.RanOut _ -> {
        doubt(id);
        yield null;
      }
      case Whereabouts.Ended(GameAnswer.Ended _) -> End.DONE;
      case Whereabouts.Ended _ -> End.UNKNOWN;
    };
  }

  private void doubt(ActionId id) {
    count("ran out");
    book.release(id);
    open.put(id, Mode.DOUBT);
    inquire(id);
  }

  private @Nullable End asked(ActionId id, Mode mode) {
    return switch (book.standing(id, now)) {
      case Whereabouts.Out _ -> null;
      case Whereabouts.RanOut _ -> {
        book.release(id);
        inquire(id);
        yield null;
      }
      case Whereabouts.Waits _ when mode == Mode.RECOVER -> {
        count("again");
        book.release(id);
        book.offer(Objects.requireNonNull(orders.get(id)));
        open.put(id, Mode.PERFORM);
        yield null;
      }
      case Whereabouts.Waits _, Whereabouts.Expired _ -> End.NOT_DONE;
      case Whereabouts.Ended(GameAnswer.Ended _) -> End.DONE;
      case Whereabouts.Ended _ -> End.UNKNOWN;
    };
  }

  /// One process is left, and nothing fails any more; what the others had in their hands comes to
  /// its end first.
  private void settle() {
    for (Body one : processes) {
      while (!one.inbox.isEmpty() && one.epoch != null) {
        var _ = one.work(0, now);
      }
    }
    now = now.plus(NOT_AFTER);
    Body last = processes.getFirst();
    last.die();
    for (int i = 0; !open.isEmpty() && i < 1_000; i++) {
      decide();
      connect(last);
      decide();
      List<Handed> all = last.poll == null ? null : book.collect(last.poll);
      last.inbox.addAll(all == null ? List.of() : all);
      while (!last.inbox.isEmpty()) {
        Said said = last.work(0, now);
        if (said != null) {
          book.answer(said.action(), said.epoch(), said.answer());
        }
      }
      now = now.plusMillis(500);
    }
    onTheWay.forEach(said -> book.answer(said.action(), said.epoch(), said.answer()));
  }

  private void count(String what) {
    seen.merge(what, 1, Integer::sum);
  }
}
