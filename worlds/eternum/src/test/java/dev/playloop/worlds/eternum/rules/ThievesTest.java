package dev.playloop.worlds.eternum.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Three players who try everything that the contracts let anybody try: nothing comes out of
/// nothing, and nobody loses what the rules do not give away.
@Tag("slow")
final class ThievesTest {
  private static final Felt ADMIN = Felt.of(0xad);
  private static final List<Felt> PLAYERS = List.of(Felt.of(0xa1), Felt.of(0xb0), Felt.of(0xca));
  private static final int MOVES = 1_500;

  private final Map<String, Integer> landed = new TreeMap<>();
  private final Map<String, Integer> refused = new HashMap<>();

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void whateverThievesTryTheRulesHold(long seed) {
    play(seed, MOVES);
  }

  @Test
  void thievesTryEverythingAndMuchOfItLands() {
    play(11, MOVES);
    play(12, MOVES);

    assertThat(landed.keySet()).as("entrypoints that landed").hasSizeGreaterThanOrEqualTo(33);
    assertThat(refused).as("reasons of refusals").hasSizeGreaterThan(60);
  }

  private void play(long seed, int moves) {
    Random random = new Random(seed);
    RulesGame game = RulesGame.deployedBy(ADMIN);
    game.landed(ADMIN, TestBoard.calls(game::address, TestBoard.GAME, PLAYERS, ADMIN));
    ThiefEyes eyes =
        new ThiefEyes(
            random,
            new ThiefEyes.Scene(game.mirror(), PLAYERS, TestBoard.GAME, game.chain()::timestamp));
    ThiefMoves thief = new ThiefMoves(random, game::address, eyes);
    Mischief mischief = new Mischief(random);
    game.mirror().takeEvents();
    for (int i = 0; i < moves; i++) {
      if (i % 25 == 0) {
        BoardSums.check(game.mirror());
      }
      game.chain().pass(random.nextInt(20) == 0 ? random.nextInt(8_000) : random.nextInt(200));
      ThiefMoves.Move move = thief.next();
      if (random.nextInt(6) == 0) {
        move = new ThiefMoves.Move(move.account(), mischief.broken(move.calls()));
      }
      step(game, move, "seed " + seed + ", move " + i);
    }
    BoardSums.check(game.mirror());
  }

  private void step(RulesGame game, ThiefMoves.Move move, String where) {
    RecordMirror before = game.mirror().copy();
    RulesChain.Played played = game.play(move.account(), move.calls().toArray(ContractCall[]::new));
    try {
      switch (played) {
        case RulesChain.Played.Kept _ ->
            FairPlay.check(move.account(), before, game.mirror(), game.mirror().takeEvents());
        case RulesChain.Played.Undone undone -> refused.merge(undone.text(), 1, Integer::sum);
      }
      if (played instanceof RulesChain.Played.Kept) {
        move.calls().forEach(call -> landed.merge(call.entrypoint(), 1, Integer::sum));
      }
    } catch (AssertionError e) {
      throw new AssertionError(where + ": " + move + ": " + e.getMessage(), e);
    }
  }
}
