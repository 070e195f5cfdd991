package dev.playloop.worlds.eternum.view;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.eternum.model.game.Hex;
import dev.playloop.worlds.eternum.model.state.EternumView.Explorer;
import dev.playloop.worlds.eternum.model.state.EternumView.Member;
import dev.playloop.worlds.eternum.model.state.EternumView.Pools;
import dev.playloop.worlds.eternum.model.state.EternumView.Structure;
import dev.playloop.worlds.eternum.model.state.EternumView.Surroundings;
import dev.playloop.worlds.eternum.torii.ToriiClient;
import dev.playloop.worlds.eternum.torii.ToriiHead;
import dev.playloop.worlds.eternum.torii.ToriiRow;
import dev.playloop.worlds.eternum.torii.ToriiSelect;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Looks at single things of a game, anybody's, for an account that asks. Throws
/// [dev.playloop.worlds.model.WorldUnavailable] as [EternumQueries] does; what is not there is
/// null, and never something else in its place. Safe for all threads.
public final class GameObserver {
  private final ToriiClient torii;
  private final ToriiSelect.Game game;
  private final EternumQueries queries;

  /// `torii` belongs to the caller.
  public GameObserver(ToriiClient torii, ToriiSelect.Game game) {
    this.torii = torii;
    this.game = game;
    this.queries = new EternumQueries(torii, game);
  }

  /// Who asks, as of which block: all that is asked with it is as of that block or a newer one.
  public record Asker(Felt account, ToriiHead head) {}

  /// The account, as of now.
  public Asker of(Felt account) throws InterruptedException {
    return new Asker(account, queries.head());
  }

  public @Nullable Structure structure(Asker asker, long id) throws InterruptedException {
    Asking asking = asking(asker);
    List<ToriiRow> rows = asking.rows(asking.of("Structure").where("entity_id", id).limit(1));
    List<Structure> found = new StructureRows(asking, GameClock.of(asking)).read(rows);
    return found.isEmpty() ? null : found.getFirst();
  }

  public @Nullable Explorer explorer(Asker asker, long id) throws InterruptedException {
    Asking asking = asking(asker);
    List<ToriiRow> rows =
        asking.rows(asking.of("ExplorerTroops").where("explorer_id", id).limit(1));
    List<Explorer> found = new ExplorerRows(asking, GameClock.of(asking)).read(rows);
    return found.isEmpty() ? null : found.getFirst();
  }

  /// The pools of a bank; none where it has none, or is no bank.
  public Pools pools(Asker asker, long bankEntityId) throws InterruptedException {
    Asking asking = asking(asker);
    return new TradeRows(asking)
        .pools(
            asking.of("Market").where("bank_entity_id", bankEntityId),
            asking.of("SwapEvent").where("bank_entity_id", bankEntityId),
            List.of());
  }

  /// The members of a guild; none where there is no such guild.
  public List<Member> members(Asker asker, Felt guild) throws InterruptedException {
    return new SocialRows(asking(asker)).members(guild);
  }

  /// The map around a hex.
  public Surroundings around(Asker asker, Hex centre, int radius) throws InterruptedException {
    Asking asking = asking(asker);
    return new MapRows(asking, GameClock.of(asking)).read(List.of(centre), radius, radius);
  }

  private Asking asking(Asker asker) {
    return new Asking(torii, game, asker.account(), asker.head());
  }
}
