package dev.playloop.worlds.eternum.rules;

import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.node.ChainEvent;
import dev.playloop.worlds.eternum.rows.GameChain;
import dev.playloop.worlds.eternum.rows.Transacted;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The game's Java contracts as rows play them.
final class RulesGameChain implements GameChain {
  private static final Map<String, Felt> ACCOUNTS =
      Map.of(
          "admin",
          Felt.of(0xad),
          "alice",
          Felt.of(0xa1),
          "bob",
          Felt.of(0xb0),
          "carol",
          Felt.of(0xca));

  private final RulesGame game = RulesGame.deployedBy(Felt.of(0xad));

  @Override
  public Felt account(String name) {
    return Objects.requireNonNull(ACCOUNTS.get(name), name);
  }

  @Override
  public Felt contract(String name) {
    return game.address(name);
  }

  @Override
  public Transacted invoke(String account, List<ContractCall> calls) {
    game.chain().pass(1);
    return switch (game.chain().execute(account(account), calls)) {
      case RulesChain.Played.Kept(var _, List<RulesChain.Emitted> events) ->
          new Transacted.Landed(
              events.stream()
                  .map(event -> new ChainEvent(event.from(), event.keys(), event.data()))
                  .toList());
      case RulesChain.Played.Undone undone -> new Transacted.Undone(undone.text());
    };
  }

  @Override
  public List<Felt> read(ContractCall call) {
    return game.chain().read(call.to(), call.entrypoint(), call.calldata());
  }

  @Override
  public long now() {
    return game.chain().timestamp();
  }

  @Override
  public void pass(long seconds) {
    game.chain().pass(seconds);
  }
}
