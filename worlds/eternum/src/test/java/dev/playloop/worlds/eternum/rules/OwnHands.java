package dev.playloop.worlds.eternum.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.eternum.rules.record.GameRecord;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// That a transaction changed nothing of others but what the rules give to everybody: battles,
/// raids, what was approved, orders, and gifts.
final class OwnHands {
  private static final BigInteger ZERO = BigInteger.ZERO;

  /// Kinds of records that are a player's own by one of their keys.
  private static final Set<String> PERSONAL =
      Set.of("AddressName", "GuildMember", "GuildWhitelist", "Liquidity");

  private final Felt account;
  private final RecordMirror before;
  private final RecordMirror after;
  private final Set<String> told;

  OwnHands(Felt account, RecordMirror before, RecordMirror after, List<GameRecord> stories) {
    this.account = account;
    this.before = before;
    this.after = after;
    told = Set.copyOf(stories.stream().map(FairPlay::kind).toList());
  }

  void check() {
    after.since(before).values().forEach(this::check);
  }

  private void check(RecordMirror.Change change) {
    GameRecord record = change.either();
    String name = record.kind().name();
    if (PERSONAL.contains(name)) {
      assertThat(record.felt(ownerKey(name))).as("whose is %s", record).isEqualTo(account);
      return;
    }
    switch (name) {
      case "Structure" -> structure(change);
      case "ExplorerTroops" -> explorer(change);
      case "Resource" -> store(change);
      case "Building", "StructureBuildings" ->
          assertThat(isOwn(record.felt(name.equals("Building") ? "structure_id" : "entity_id")))
              .as("whose is %s", record)
              .isTrue();
      case "ResourceAllowance" -> allowance(change);
      case "ResourceArrival" -> arrival(change);
      case "Trade" -> trade(change);
      case "Guild" -> guild(change);
      default -> {
        // belongs to nobody
      }
    }
  }

  private static String ownerKey(String name) {
    return switch (name) {
      case "AddressName" -> "address";
      case "GuildMember" -> "member";
      case "GuildWhitelist" -> "guild_id";
      default -> "player";
    };
  }

  private boolean isOwn(Felt structure) {
    return structure(structure).filter(found -> found.felt("owner").equals(account)).isPresent();
  }

  private Optional<GameRecord> structure(Felt id) {
    return after.find("Structure", List.of(Felt.of(TestBoard.GAME), id));
  }

  private void structure(RecordMirror.Change change) {
    GameRecord was = change.was().orElseThrow();
    GameRecord is = change.is().orElseThrow();
    assertThat(is.felt("owner")).isEqualTo(was.felt("owner"));
    if (isOwn(is.felt("entity_id"))) {
      return;
    }
    assertThat(told).as("%s became %s", was, is).contains("BattleStory");
    assertThat(is.felt("base.level")).isEqualTo(was.felt("base.level"));
    for (String slot : List.of("delta", "charlie", "bravo", "alpha")) {
      String count = "troop_guards." + slot + ".count";
      assertThat(is.uint(count)).isLessThanOrEqualTo(was.uint(count));
    }
  }

  private void explorer(RecordMirror.Change change) {
    GameRecord explorer = change.either();
    change.was().ifPresent(was -> assertThat(explorer.felt("owner")).isEqualTo(was.felt("owner")));
    if (!isOwn(explorer.felt("owner"))) {
      assertThat(told).as("whose is %s", explorer).containsAnyOf("BattleStory", "RaidStory");
      change.is().ifPresent(is -> assertWeaker(change.was().orElseThrow(), is));
    }
  }

  private static void assertWeaker(GameRecord was, GameRecord is) {
    for (String field : List.of("coord.x", "coord.y", "troops.category", "troops.tier")) {
      assertThat(is.felt(field)).isEqualTo(was.felt(field));
    }
    assertThat(is.uint("troops.count")).isLessThanOrEqualTo(was.uint("troops.count"));
  }

  private void store(RecordMirror.Change change) {
    GameRecord store = change.either();
    BigInteger lost = worth(change.was()).subtract(worth(change.is()));
    Felt entity = store.felt("entity_id");
    boolean own = isOwn(entity) || isOwnExplorer(entity);
    if (lost.signum() <= 0 || own) {
      return;
    }
    if (!told.contains("RaidStory") && !told.contains("BattleStory")) {
      assertThat(lost).as("taken from %s", store).isLessThanOrEqualTo(allowed(store));
    }
  }

  /// How much less of it others were allowed to take afterwards.
  private BigInteger allowed(GameRecord store) {
    return before.all("ResourceAllowance").stream()
        .filter(it -> it.felt("owner_structure_id").equals(store.felt("entity_id")))
        .filter(it -> it.felt("resource_type").equals(store.felt("resource_type")))
        .map(it ->
            it.uint("amount")
                .value()
                .subtract(
                    after
                        .find("ResourceAllowance", it.keys())
                        .map(is -> is.uint("amount").value())
                        .orElse(ZERO)))
        .reduce(ZERO, BigInteger::add);
  }

  private boolean isOwnExplorer(Felt id) {
    return before
        .find("ExplorerTroops", List.of(Felt.of(TestBoard.GAME), id))
        .filter(found -> isOwn(found.felt("owner")))
        .isPresent();
  }

  private static BigInteger worth(Optional<GameRecord> store) {
    return store
        .map(it -> it.uint("BALANCE").value().add(it.uint("PRODUCTION.output_amount_left").value()))
        .orElse(ZERO);
  }

  private void allowance(RecordMirror.Change change) {
    GameRecord allowance = change.either();
    if (!isOwn(allowance.felt("owner_structure_id"))) {
      assertThat(amount(change.is())).isLessThanOrEqualTo(amount(change.was()));
      assertThat(isOwn(allowance.felt("recipient_structure_id"))).isTrue();
    }
  }

  private static BigInteger amount(Optional<GameRecord> allowance) {
    return allowance.map(it -> it.uint("amount").value()).orElse(ZERO);
  }

  private void arrival(RecordMirror.Change change) {
    if (!isOwn(change.either().felt("structure_id"))) {
      assertThat(underWay(change.is())).isGreaterThanOrEqualTo(underWay(change.was()));
    }
  }

  private static BigInteger underWay(Optional<GameRecord> arrival) {
    return arrival.stream()
        .flatMap(it -> it.list("resources").stream())
        .map(item -> item.amount().value())
        .reduce(ZERO, BigInteger::add);
  }

  private void trade(RecordMirror.Change change) {
    GameRecord trade = change.either();
    if (!isOwn(trade.felt("maker_id"))) {
      assertThat(told).as("whose is %s", trade).contains("OrderAcceptStory");
      assertThat(change.was()).isPresent();
    }
  }

  private void guild(RecordMirror.Change change) {
    GameRecord guild = change.either();
    if (!guild.felt("guild_id").equals(account)) {
      assertThat(change.is()).as("somebody else's guild stays").isPresent();
      assertThat(told).containsAnyOf("GuildJoinStory", "GuildLeaveStory");
      assertThat(guild.felt("name")).isEqualTo(change.was().orElseThrow().felt("name"));
    }
  }
}
