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
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One squall after the other: something happens to a game of each kind, and while it lasts the
/// executor dies, at a named place or anywhere. Which, and for how long, follows from the seed;
/// each blow and each place comes as often as any other, within one. An executor that comes up
/// where one died is to die itself in the next squall, so that each start serves two. The caller's
/// thread strikes; a virtual one starts the executor again.
final class Storm implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Storm.class);
  private static final String ANYWHERE = "anywhere";
  private static final String AFTER_ACT = "executor.after-act";
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final int SHORTEST_MS = 200;
  private static final int LONGEST_MS = 1_500;
  private static final int MOST_TIMES = 4;

  private final Instance executor;
  private final Map<GameKind, List<PlayedGame>> games = new EnumMap<>(GameKind.class);
  private final IntSupplier done;
  private final Random random;
  private final Map<GameKind, Deque<Blow>> blows = new EnumMap<>(GameKind.class);
  private final Deque<String> places = new ArrayDeque<>();
  private final Map<String, Integer> counts = new TreeMap<>();
  private final Supervisor supervisor;
  private int kills;

  /// @param hits what happens to whom
  private record Squall(Map<PlayedGame, Blow> hits, String place) {
    /// Whether it forgets when the executor is dead.
    boolean isLate(PlayedGame game) {
      return hits.get(game) == Blow.FORGETS && game.kind() == GameKind.PUSHED;
    }

    @Override
    public String toString() {
      StringBuilder text = new StringBuilder();
      hits.forEach((game, blow) ->
          text.append(blow.word(game.kind())).append(" of ").append(game.world()).append(", "));
      return text.append("executor ").append(place).toString();
    }
  }

  /// `done` is how many actions have been told of so far.
  Storm(ChaosSystem system, List<PlayedGame> games, IntSupplier done, long seed) {
    this.executor = system.instance(WorkerKind.EXECUTOR, 0);
    games.forEach(
        game -> this.games.computeIfAbsent(game.kind(), _ -> new ArrayList<>()).add(game));
    this.games.keySet().forEach(kind -> blows.put(kind, new ArrayDeque<>()));
    this.done = done;
    this.random = new Random(seed);
    this.supervisor = Supervisor.over(system);
  }

  /// So many squalls. Returns in which of them the system stood still; null where in none.
  @Nullable String rage(int squalls) throws InterruptedException {
    List<Squall> all = new ArrayList<>();
    for (int i = 0; i < squalls; i++) {
      all.add(next());
    }
    executor.dieAt(List.of(armed(all, 0)));
    executor.dieNextAt(armed(all, 1));
    for (int i = 0; i < squalls; i++) {
      Squall squall = all.get(i);
      long began = System.nanoTime();
      if (!squall(squall, armed(all, i + 2))) {
        return squall.toString();
      }
      LOG.info("{}, and back in {} ms", squall, (System.nanoTime() - began) / 1_000_000);
    }
    int before = done.getAsInt();
    return Ends.await(() -> done.getAsInt() > before, PATIENCE) ? null : "the end";
  }

  private Squall next() {
    Map<PlayedGame, Blow> hits = new LinkedHashMap<>();
    boolean forgets = false;
    for (Map.Entry<GameKind, List<PlayedGame>> each : games.entrySet()) {
      PlayedGame game = each.getValue().get(random.nextInt(each.getValue().size()));
      Blow blow = next(Objects.requireNonNull(blows.get(each.getKey())), each.getKey().blows());
      hits.put(game, blow);
      forgets |= blow == Blow.FORGETS && each.getKey() == GameKind.PUSHED;
    }
    return new Squall(hits, forgets ? AFTER_ACT : next(places, places()));
  }

  /// Where the executor of this squall dies by itself, and at which time that it comes there.
  private String armed(List<Squall> all, int number) {
    String place = number < all.size() ? all.get(number).place() : ANYWHERE;
    return place.equals(ANYWHERE) ? Instance.LIVES : place + ":" + (1 + random.nextInt(MOST_TIMES));
  }

  /// @param later where the executor dies that comes after the next
  private boolean squall(Squall squall, String later) throws InterruptedException {
    int died = executor.reached();
    for (Map.Entry<PlayedGame, Blow> hit : squall.hits().entrySet()) {
      hit.getKey().suffer(hit.getValue());
      kills += hit.getValue().kills() ? 1 : 0;
      counts.merge(hit.getValue().word(hit.getKey().kind()), 1, Integer::sum);
    }
    boolean reached;
    if (squall.place().equals(ANYWHERE)) {
      int before = done.getAsInt();
      reached = Ends.await(() -> done.getAsInt() > before, PATIENCE);
      executor.dieAt(List.of());
    } else {
      reached = Ends.await(() -> executor.reached() > died, PATIENCE);
    }
    executor.dieNextAt(later);
    kills++;
    counts.merge("executor " + squall.place(), 1, Integer::sum);
    for (PlayedGame game : squall.hits().keySet()) {
      if (squall.isLate(game)) {
        game.forget();
      }
    }
    TimeUnit.MILLISECONDS.sleep(random.nextInt(SHORTEST_MS, LONGEST_MS));
    for (PlayedGame game : squall.hits().keySet()) {
      game.heal();
    }
    return reached;
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

  /// How many processes were killed.
  int kills() {
    return kills;
  }

  /// What dies from now on stays dead.
  @Override
  public void close() {
    supervisor.close();
  }
}
