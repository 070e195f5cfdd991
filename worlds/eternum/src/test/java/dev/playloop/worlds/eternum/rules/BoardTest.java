package dev.playloop.worlds.eternum.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.worlds.chain.Felt;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A board on the Java rules, and that its events tell all of it.
final class BoardTest {
  private static final Felt ADMIN = Felt.of(0xad);
  private static final List<Felt> PLAYERS = List.of(Felt.of(0xa1), Felt.of(0xb0), Felt.of(0xca));

  @Test
  void anIndexerThatHearsTheEventsKnowsEveryRecord() {
    RulesGame game = RulesGame.deployedBy(ADMIN);
    game.landed(ADMIN, TestBoard.calls(game::address, TestBoard.GAME, PLAYERS, ADMIN));

    assertThat(game.mirror().all("Structure")).hasSize(6);
    assertThat(game.mirror().all())
        .allSatisfy(record -> {
          Felt[] keys = record.keys().toArray(Felt[]::new);
          Felt[] words = new Felt[keys.length + 2];
          words[0] = record.kind().selector();
          words[1] = Felt.of(keys.length);
          System.arraycopy(keys, 0, words, 2, keys.length);
          List<Felt> kept = game.chain().read(game.address("world"), "get", List.of(words));
          assertThat(kept.subList(1, kept.size())).isEqualTo(record.values());
        });
  }
}
