package dev.playloop.worlds.eternum.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.eternum.rules.record.GameRecord;
import dev.playloop.worlds.eternum.rules.record.RecordKinds;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What must hold of each transaction, whoever sent it and whatever it holds: no resource comes out
/// of nothing, nobody's troops are fresher than they may be, and no pool pays more than it got.
final class FairPlay {
  private static final BigInteger WEEK = BigInteger.valueOf(604_800);
  private static final int DONKEY = 25;

  /// Transactions that tell nothing else move resources and do no more.
  private static final Set<String> ONLY_MOVES =
      Set.of(
          "ResourceSendStory",
          "ResourceApproveStory",
          "ResourcePickupStory",
          "ArrivalsOffloadStory",
          "ExplorerMoveStory",
          "OrderCreateStory",
          "OrderAcceptStory",
          "OrderCancelStory",
          "MarketSwapStory",
          "LiquidityAddStory",
          "LiquidityRemoveStory",
          "HyperstructureContributeStory",
          "HyperstructureCompleteStory",
          "TroopSwapStory",
          "ProductionPauseStory",
          "ProductionResumeStory");

  private final RecordMirror before;
  private final RecordMirror after;
  private final List<GameRecord> stories;

  private FairPlay(RecordMirror before, RecordMirror after, List<GameRecord> events) {
    this.before = before;
    this.after = after;
    stories = events.stream().filter(event -> event.kind().name().equals("StoryEvent")).toList();
  }

  /// Throws [AssertionError] that names the rule which did not hold.
  static void check(
      Felt account, RecordMirror before, RecordMirror after, List<GameRecord> events) {
    FairPlay play = new FairPlay(before, after, events);
    play.nothingComesOutOfNothing();
    play.staminaIsBounded();
    play.poolsPayNoMoreThanTheyGot();
    new OwnHands(account, before, after, play.stories).check();
  }

  private void nothingComesOutOfNothing() {
    Wealth was = Wealth.of(before);
    Wealth is = Wealth.of(after);
    Map<Integer, BigInteger> made = made();
    boolean onlyMoves = stories.stream().map(FairPlay::kind).allMatch(ONLY_MOVES::contains);
    for (int resource = 0; resource <= 255; resource++) {
      BigInteger most = was.of(resource).add(made.getOrDefault(resource, BigInteger.ZERO));
      assertThat(is.of(resource))
          .as("no resource %s comes out of nothing", resource)
          .isLessThanOrEqualTo(most);
      if (onlyMoves && resource != DONKEY) {
        assertThat(is.of(resource)).as("no resource %s is lost", resource).isEqualTo(most);
      }
    }
  }

  /// What finds and new buildings add.
  private Map<Integer, BigInteger> made() {
    Map<Integer, BigInteger> made = new HashMap<>();
    for (GameRecord story : stories) {
      BigInteger first = story.uint("value.first").value();
      if (kind(story).equals("ExplorerExploreStory")) {
        BigInteger found = story.uint("value.second").value();
        assertThat(found).isLessThanOrEqualTo(BigInteger.valueOf(50_000_000_000L));
        made.merge(first.intValue(), found, BigInteger::add);
      } else if (kind(story).equals("BuildingCreateStory") && first.intValue() > 2) {
        int resource = first.intValue() == 39 ? 38 : first.intValue() - 2;
        boolean slow = resource == DONKEY || (resource >= 26 && resource <= 34);
        BigInteger rate = BigInteger.valueOf(slow ? 100_000_000 : 1_000_000_000);
        made.merge(resource, rate.multiply(WEEK), BigInteger::add);
      }
    }
    return made;
  }

  static String kind(GameRecord story) {
    return RecordKinds.variants("StoryKind").get(story.variant("story"));
  }

  private void staminaIsBounded() {
    for (GameRecord config : after.all("WorldConfig")) {
      for (GameRecord explorer : after.all("ExplorerTroops")) {
        assertThat(explorer.number("troops.stamina.amount"))
            .as("stamina of %s", explorer)
            .isBetween(0L, config.number("stamina.max"));
      }
      for (GameRecord structure : after.all("Structure")) {
        for (String slot : List.of("delta", "charlie", "bravo", "alpha")) {
          assertThat(structure.number("troop_guards." + slot + ".stamina.amount"))
              .isBetween(0L, config.number("stamina.max"));
        }
      }
    }
  }

  /// Of each pool, the product per share and share: what a share is worth, squared.
  private void poolsPayNoMoreThanTheyGot() {
    for (GameRecord pool : after.all("Market")) {
      before
          .find("Market", pool.keys())
          .ifPresent(was -> {
            BigInteger wasShares = was.uint("total_shares").value();
            BigInteger isShares = pool.uint("total_shares").value();
            assertThat(product(pool).multiply(wasShares.pow(2)))
                .as("a share of %s is worth no less than of %s", pool, was)
                .isGreaterThanOrEqualTo(product(was).multiply(isShares.pow(2)));
          });
    }
  }

  private static BigInteger product(GameRecord pool) {
    return pool.uint("lords_amount").value().multiply(pool.uint("resource_amount").value());
  }
}
