package dev.playloop.worlds.eternum.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.eternum.rules.board.Tiles;
import dev.playloop.worlds.eternum.rules.record.GameRecord;
import java.math.BigInteger;
import java.util.List;
import java.util.function.Predicate;

/// Numbers that two records tell, each in its own way, and which must agree at any time.
final class BoardSums {
  private final RecordMirror mirror;

  private BoardSums(RecordMirror mirror) {
    this.mirror = mirror;
  }

  static void check(RecordMirror mirror) {
    BoardSums sums = new BoardSums(mirror);
    sums.eachExplorerStandsOnItsTile();
    sums.homesCountTheirExplorers();
    sums.guildsCountTheirMembers();
    sums.pointsAddUp();
    sums.sharesAddUp();
  }

  private void eachExplorerStandsOnItsTile() {
    for (GameRecord explorer : mirror.all("ExplorerTroops")) {
      List<Felt> at = List.of(game(), explorer.felt("coord.x"), explorer.felt("coord.y"));
      GameRecord tile = mirror.find("Tile", at).orElseThrow();
      assertThat(tile.felt("occupier_id")).isEqualTo(explorer.felt("explorer_id"));
      assertThat(tile.variant("biome")).as("explored").isNotZero();
      assertThat(explorer.uint("troops.count").isZero()).isFalse();
    }
    long taken =
        mirror.all("Tile").stream()
            .filter(tile -> tile.variant("occupier_kind") == Tiles.EXPLORER)
            .count();
    assertThat(taken).isEqualTo(mirror.all("ExplorerTroops").size());
  }

  private void homesCountTheirExplorers() {
    for (GameRecord home : mirror.all("Structure")) {
      assertThat(home.number("base.troop_explorer_count"))
          .isEqualTo(count("ExplorerTroops", it -> it.number("owner") == home.number("entity_id")));
    }
  }

  private void guildsCountTheirMembers() {
    for (GameRecord guild : mirror.all("Guild")) {
      assertThat(guild.number("member_count"))
          .isEqualTo(
              count("GuildMember", it -> it.felt("guild_id").equals(guild.felt("guild_id"))));
    }
    for (GameRecord member : mirror.all("GuildMember")) {
      assertThat(mirror.find("Guild", List.of(game(), member.felt("guild_id")))).isPresent();
    }
  }

  private void pointsAddUp() {
    BigInteger registered = sum("PlayerRegisteredPoints", "registered_points");
    assertThat(sum("HyperstructureShareholders", "points")).isEqualTo(registered);
    assertThat(sum("Hyperstructure", "points_total")).isEqualTo(registered);
    assertThat(sum("WorldConfig", "points_registered")).isEqualTo(registered);
    assertThat(sum("HyperstructureRequirement", "current").add(sum("Hyperstructure", "remaining")))
        .isEqualTo(sum("HyperstructureRequirement", "needed"));
  }

  private void sharesAddUp() {
    assertThat(sum("Liquidity", "shares")).isEqualTo(sum("Market", "total_shares"));
  }

  private long count(String model, Predicate<GameRecord> which) {
    return mirror.all(model).stream().filter(which).count();
  }

  private BigInteger sum(String model, String field) {
    return mirror.all(model).stream()
        .map(record -> record.uint(field).value())
        .reduce(BigInteger.ZERO, BigInteger::add);
  }

  private static Felt game() {
    return Felt.of(TestBoard.GAME);
  }
}
