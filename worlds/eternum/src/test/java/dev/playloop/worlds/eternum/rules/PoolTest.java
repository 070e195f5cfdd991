package dev.playloop.worlds.eternum.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.eternum.rules.record.GameRecord;
import java.math.BigInteger;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a bank's pool may never do: every rounding is against who trades.
final class PoolTest {
  private static final Felt ADMIN = Felt.of(0xad);
  private static final Felt ALICE = Felt.of(0xa1);
  private static final List<Felt> PLAYERS = List.of(ALICE, Felt.of(0xb0), Felt.of(0xca));
  private static final Felt WOOD = Felt.of(3);
  private static final Felt GAME = Felt.of(TestBoard.GAME);
  private static final Felt BANK = Felt.of(TestBoard.BANK);
  private static final Felt REALM = Felt.of(TestBoard.REALM);

  private final RulesGame game = RulesGame.deployedBy(ADMIN);

  PoolTest() {
    game.landed(ADMIN, TestBoard.calls(game::address, TestBoard.GAME, PLAYERS, ADMIN));
    game.mirror().takeEvents();
  }

  private GameRecord pool() {
    return game.mirror().find("Market", List.of(GAME, BANK, WOOD)).orElseThrow();
  }

  private BigInteger product() {
    return pool().uint("lords_amount").value().multiply(pool().uint("resource_amount").value());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void noSwapShrinksTheProduct(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 150; i++) {
      BigInteger before = product();
      Felt amount = Felt.of(1 + random.nextLong(i % 3 == 0 ? 50 : 40_000_000_000L));
      String way = random.nextBoolean() ? "buy" : "sell";
      game.play(ALICE, game.call("swap_systems", way, GAME, BANK, REALM, WOOD, amount));

      assertThat(product()).as("seed %s: %s %s", seed, way, amount).isGreaterThanOrEqualTo(before);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void sharesNeverRedeemForMoreThanWasPutIn(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 80; i++) {
      GameRecord before = pool();
      Felt most = Felt.of(1 + random.nextLong(i % 2 == 0 ? 100 : 30_000_000_000L));
      Felt lords = Felt.of(1 + random.nextLong(30_000_000_000L));
      game.play(ALICE, game.call("liquidity_systems", "add", GAME, BANK, REALM, WOOD, most, lords));
      game.mirror()
          .find("Liquidity", List.of(GAME, BANK, ALICE, WOOD))
          .ifPresent(held -> redeem(held.felt("shares")));

      for (String side : List.of("lords_amount", "resource_amount")) {
        assertThat(pool().uint(side))
            .as("seed %s: %s of wood and %s of lords", seed, most, lords)
            .isGreaterThanOrEqualTo(before.uint(side));
      }
      assertThat(pool().uint("total_shares")).isEqualTo(before.uint("total_shares"));
    }
  }

  private void redeem(Felt shares) {
    assertThat(
            game.play(
                ALICE, game.call("liquidity_systems", "remove", GAME, BANK, REALM, WOOD, shares)))
        .isInstanceOf(RulesChain.Played.Kept.class);
  }
}
