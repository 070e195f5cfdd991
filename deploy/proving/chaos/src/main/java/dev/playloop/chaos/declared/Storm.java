package dev.playloop.chaos.declared;

import dev.playloop.chaos.Ends;
import dev.playloop.chaos.system.ChaosSystem;
import dev.playloop.chaos.system.Instance;
import dev.playloop.chaos.system.Supervisor;
import dev.playloop.chaos.system.WorkerKind;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One squall after the other: something happens to a game, and while it lasts the executor dies,
/// at a named place or anywhere. Which, and for how long, follows from the seed; each blow and each
/// place comes as often as any other, within one. The caller's thread strikes; a virtual one starts
/// the executor again.
final class Storm implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Storm.class);
  private static final String ANYWHERE = "anywhere";
  private static final String AFTER_ACT = "executor.after-act";
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final int SHORTEST_MS = 200;
  private static final int LONGEST_MS = 1_500;
  private static final int MOST_TIMES = 3;

  private final ChaosSystem system;
  private final List<PlayedGame> games;
  private final IntSupplier done;
  private final Random random;
  private final Deque<Blow> blows = new ArrayDeque<>();
  private final Deque<String> places = new ArrayDeque<>();
  private final Map<String, Integer> counts = new TreeMap<>();
  private final Supervisor supervisor;
  private int kills;

  /// `done` is how many actions have been told of so far.
  Storm(ChaosSystem system, List<PlayedGame> games, IntSupplier done, long seed) {
    this.system = system;
    this.games = List.copyOf(games);
    this.done = done;
    this.random = new Random(seed);
    this.supervisor = Supervisor.over(system);
  }

  /// So many squalls. Returns in which of them the system stood still; null where in none.
  @Nullable String rage(int squalls) throws InterruptedException {
    for (int i = 0; i < squalls; i++) {
      PlayedGame game = games.get(random.nextInt(games.size()));
      Blow blow = next(blows, List.of(Blow.values()));
      // Who forgets needs something to forget: what was done, and not told yet.
      String place = blow == Blow.FORGETS ? AFTER_ACT : next(places, places());
      if (!squall(game, blow, place)) {
        return "%s of %s, executor %s".formatted(blow.word(), game.world(), place);
      }
      LOG.info("{} of {}, executor {}, and back", blow.word(), game.world(), place);
    }
    return null;
  }

  private boolean squall(PlayedGame game, Blow blow, String place) throws InterruptedException {
    Instance executor = system.instance(WorkerKind.EXECUTOR, 0);
    int died = executor.reached();
    if (blow != Blow.FORGETS) {
      game.suffer(blow);
    }
    boolean reached = true;
    if (place.equals(ANYWHERE)) {
      executor.killAndStart(null);
      kills++;
    } else {
      executor.dieAt(List.of(place + ":" + (1 + random.nextInt(MOST_TIMES))));
      reached = Ends.await(() -> executor.reached() > died, PATIENCE);
      kills += reached ? 2 : 1;
    }
    if (blow == Blow.FORGETS) { // while nobody acts
      game.suffer(blow);
    }
    kills += blow.kills() ? 1 : 0;
    counts.merge(blow.word(), 1, Integer::sum);
    counts.merge("executor " + place, 1, Integer::sum);
    TimeUnit.MILLISECONDS.sleep(random.nextInt(SHORTEST_MS, LONGEST_MS));
    game.heal();
    int before = done.getAsInt();
    return reached && Ends.await(() -> done.getAsInt() > before, PATIENCE);
  }

  private static List<String> places() {
    List<String> places = new ArrayList<>(WorkerKind.EXECUTOR.points());
    places.add(ANYWHERE);
    return places;
  }

  private <T> T next(Deque<T> deck, List<T> all) {
    if (deck.isEmpty()) {
      List<T> shuffled = new ArrayList<>(all);
      Collections.shuffle(shuffled, random);
      deck.addAll(shuffled);
    }
    return deck.pop();
  }

  /// How often each happened.
  Map<String, Integer> counts() {
    return Collections.unmodifiableMap(counts);
  }

  /// How many processes were killed. The executor is killed to be armed, wherever it is, and dies
  /// once more at its place.
  int kills() {
    return kills;
  }

  /// What dies from now on stays dead.
  @Override
  public void close() {
    supervisor.close();
  }
}
