package dev.playloop.worlds.eternum.rules;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.eternum.rules.board.MapCoord;
import dev.playloop.worlds.eternum.rules.record.GameRecord;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// What a thief knows: all records, as everybody does. Picks ids that are mostly the player's own,
/// and amounts that can mostly be paid.
final class ThiefEyes {
  private static final long UNIT = 1_000_000_000L;

  /// Where the stranger numbers lie.
  private static final List<BigInteger> EDGES =
      List.of(
          BigInteger.ZERO,
          BigInteger.ONE,
          BigInteger.TWO.pow(64),
          BigInteger.TWO.pow(128).subtract(BigInteger.ONE),
          BigInteger.valueOf(UNIT - 1));

  private final Random random;
  private final RecordMirror mirror;
  private final List<Felt> players;
  private final long game;
  private final LongSupplier clock;
  private Felt account;

  /// Whose game it is, and what there is to see of it.
  record Scene(RecordMirror mirror, List<Felt> players, long game, LongSupplier clock) {}

  ThiefEyes(Random random, Scene scene) {
    this.random = random;
    mirror = scene.mirror;
    players = scene.players;
    game = scene.game;
    clock = scene.clock;
    account = players.getFirst();
  }

  /// The next player's turn.
  Felt turn() {
    account = players.get(random.nextInt(players.size()));
    return account;
  }

  ThiefChances chances() {
    return new ThiefChances(random, mirror);
  }

  Felt account() {
    return account;
  }

  Felt player() {
    return random.nextInt(10) == 0 ? Felt.of(0x777) : players.get(random.nextInt(players.size()));
  }

  long game() {
    return game;
  }

  long now() {
    return clock.getAsLong();
  }

  @Nullable GameRecord any(String model) {
    List<GameRecord> all = mirror.all(model);
    return all.isEmpty() ? null : all.get(random.nextInt(all.size()));
  }

  /// Mostly the player's own.
  long structure() {
    List<GameRecord> own =
        mirror.all("Structure").stream()
            .filter(record -> record.felt("owner").equals(account))
            .toList();
    return own.isEmpty() || random.nextInt(8) == 0
        ? anyStructure()
        : own.get(random.nextInt(own.size())).number("entity_id");
  }

  long anyStructure() {
    GameRecord any = any("Structure");
    return any == null || random.nextInt(25) == 0 ? random.nextInt(60) : any.number("entity_id");
  }

  /// Mostly the player's own.
  long explorer() {
    List<GameRecord> own =
        mirror.all("ExplorerTroops").stream().filter(record -> isOwn(record)).toList();
    return own.isEmpty() || random.nextInt(8) == 0
        ? anyExplorer()
        : own.get(random.nextInt(own.size())).number("explorer_id");
  }

  private boolean isOwn(GameRecord explorer) {
    return structure(explorer.number("owner"))
        .filter(home -> home.felt("owner").equals(account))
        .isPresent();
  }

  long anyExplorer() {
    GameRecord any = any("ExplorerTroops");
    return any == null || random.nextInt(25) == 0 ? random.nextInt(120) : any.number("explorer_id");
  }

  long order() {
    GameRecord any = any("Trade");
    return any == null ? 5 : any.number("trade_id");
  }

  long bank() {
    return random.nextInt(12) == 0 ? anyStructure() : TestBoard.BANK;
  }

  long resource() {
    long[] liked = {1, 3, 23, 25, 35, 37};
    return random.nextInt(4) == 0 ? random.nextInt(40) : liked[random.nextInt(liked.length)];
  }

  long pooled() {
    long[] pooled = {3, 3, 25, 35, 37, 39};
    return pooled[random.nextInt(pooled.length)];
  }

  BigInteger amount() {
    return switch (random.nextInt(8)) {
      case 0 -> EDGES.get(random.nextInt(EDGES.size()));
      case 1 -> BigInteger.valueOf(1 + random.nextInt(1000));
      case 2 -> BigInteger.valueOf(random.nextLong(20_000 * UNIT));
      default -> BigInteger.valueOf(random.nextLong(60 * UNIT));
    };
  }

  BigInteger shares() {
    return random.nextBoolean() ? amount() : BigInteger.valueOf(random.nextLong(400 * UNIT));
  }

  /// Mostly whole troops.
  BigInteger troops() {
    return random.nextInt(8) == 0 ? amount() : BigInteger.valueOf(UNIT * random.nextInt(120));
  }

  Felt word() {
    String[] names = {"Ann", "Robber", "a name of thirty-one characters", " "};
    return random.nextInt(6) == 0
        ? Felt.of(random.nextInt(70_000))
        : Felt.shortString(names[random.nextInt(names.length)]);
  }

  /// A step of an explorer that brings it nearer to somebody.
  int approach(long explorer) {
    Optional<MapCoord> from = placeOfExplorer(explorer);
    Optional<MapCoord> to =
        random.nextBoolean() ? placeOfExplorer(anyExplorer()) : placeOfStructure(anyStructure());
    for (int direction = 0; direction < MapCoord.DIRECTIONS; direction++) {
      if (from.isPresent()
          && to.isPresent()
          && from.get()
              .neighbour(direction)
              .distance(to.get())
              .below(from.get().distance(to.get()))) {
        return direction;
      }
    }
    return random.nextInt(MapCoord.DIRECTIONS);
  }

  int homewards(long explorer) {
    Optional<MapCoord> home =
        explorer(explorer).flatMap(record -> placeOfStructure(record.number("owner")));
    return towards(placeOfExplorer(explorer), home);
  }

  private int towards(Optional<MapCoord> from, Optional<MapCoord> to) {
    for (int direction = 0; direction < MapCoord.DIRECTIONS; direction++) {
      int way = direction;
      if (from.isPresent() && from.map(at -> at.neighbour(way)).equals(to)) {
        return direction;
      }
    }
    return random.nextInt(MapCoord.DIRECTIONS);
  }

  private Optional<MapCoord> placeOfExplorer(long id) {
    return explorer(id).map(MapCoord::ofExplorer);
  }

  private Optional<MapCoord> placeOfStructure(long id) {
    return structure(id).map(MapCoord::ofStructure);
  }

  private Optional<GameRecord> explorer(long id) {
    return mirror.find("ExplorerTroops", List.of(Felt.of(game), Felt.of(id)));
  }

  private Optional<GameRecord> structure(long id) {
    return mirror.find("Structure", List.of(Felt.of(game), Felt.of(id)));
  }
}
