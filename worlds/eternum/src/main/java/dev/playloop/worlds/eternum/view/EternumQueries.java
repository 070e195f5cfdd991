package dev.playloop.worlds.eternum.view;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.eternum.model.EternumScenes;
import dev.playloop.worlds.eternum.model.game.Hex;
import dev.playloop.worlds.eternum.model.state.EternumView;
import dev.playloop.worlds.eternum.model.state.EternumView.Explorer;
import dev.playloop.worlds.eternum.model.state.EternumView.Structure;
import dev.playloop.worlds.eternum.model.state.EternumViewGameBuilder;
import dev.playloop.worlds.eternum.torii.ToriiClient;
import dev.playloop.worlds.eternum.torii.ToriiHead;
import dev.playloop.worlds.eternum.torii.ToriiRow;
import dev.playloop.worlds.eternum.torii.ToriiSelect;
import dev.playloop.worlds.model.WorldUnavailable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// What an account sees of a game, asked of its index. All throw [WorldUnavailable] where the index
/// does not answer, or answers what it can't: nothing is ever shown as empty because it could not
/// be read. How many questions that takes depends on how many kinds of things there are, and hardly
/// on how many things. Safe for all threads.
public final class EternumQueries {
  /// How far one looks around what one has, in hexes.
  private static final int TILES = 4;

  private static final int OTHERS = 8;

  private final ToriiClient torii;
  private final ToriiSelect.Game game;

  /// `torii` belongs to the caller.
  public EternumQueries(ToriiClient torii, ToriiSelect.Game game) {
    this.torii = torii;
    this.game = game;
  }

  /// How far the index is.
  public ToriiHead head() throws InterruptedException {
    ToriiHead head = torii.head();
    if (head == null) {
      String message = "the index has read nothing of the game yet";
      throw new WorldUnavailable(message, new IllegalStateException(message));
    }
    return head;
  }

  /// All that an account sees. What the index reads meanwhile may already be in it.
  public AccountSight see(Felt account) throws InterruptedException {
    return see(account, head());
  }

  /// The same, where it is known how far the index is.
  public AccountSight see(Felt account, ToriiHead head) throws InterruptedException {
    Asking asking = new Asking(torii, game, account, head);
    GameClock clock = GameClock.of(asking);
    List<ToriiRow> owned =
        asking.first(
            asking.rows(
                asking
                    .of("Structure")
                    .where("owner", account)
                    .orderBy("base.level desc", "entity_id")),
            EternumScenes.MAX_OF_A_KIND,
            "structures");
    List<Long> homes = Asking.each(owned, row -> row.number("entity_id"));
    List<ToriiRow> sent = new ArrayList<>();
    asking
        .rowsBy(asking.of("ExplorerTroops").orderBy("explorer_id"), "owner", homes)
        .values()
        .forEach(sent::addAll);
    List<Structure> structures = new StructureRows(asking, clock).read(owned);
    List<Explorer> explorers =
        new ExplorerRows(asking, clock)
            .read(asking.first(sent, EternumScenes.MAX_OF_A_KIND, "explorers"));
    List<EternumView> rest = new ArrayList<>();
    rest.add(new MapRows(asking, clock).read(centres(structures, explorers), TILES, OTHERS));
    TradeRows trade = new TradeRows(asking);
    rest.add(trade.orders(homes));
    rest.add(trade.pools(asking.of("Market"), asking.of("SwapEvent"), homes));
    rest.add(new SocialRows(asking).guilds());
    rest.add(new HyperstructureRows(asking).read());
    rest.add(new SocialRows(asking).leaderboard());
    String name = PlayerNames.of(asking, List.of(account)).of(account);
    List<EternumView> fitting =
        new SceneFit(asking)
            .fit(Stream.of(rest, structures, explorers).flatMap(List::stream).toList());
    EternumView.Game whole =
        EternumViewGameBuilder.builder()
            .gameId(game.id())
            .address(account.hex())
            .name(name)
            .block(head.block())
            .timestamp(head.timestamp())
            .unread(asking.unread())
            .build();
    return new AccountSight(head, Stream.concat(Stream.of(whole), fitting.stream()).toList());
  }

  /// Around explorers first, who move.
  private static List<Hex> centres(List<Structure> structures, List<Explorer> explorers) {
    return Stream.concat(
            explorers.stream().map(Explorer::coord), structures.stream().map(Structure::coord))
        .distinct()
        .limit(MapRows.MAX_CENTRES)
        .toList();
  }
}
