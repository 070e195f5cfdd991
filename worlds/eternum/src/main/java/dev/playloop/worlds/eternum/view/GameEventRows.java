package dev.playloop.worlds.eternum.view;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.eternum.torii.ToriiClient;
import dev.playloop.worlds.eternum.torii.ToriiRow;
import dev.playloop.worlds.eternum.torii.ToriiSelect;
import java.util.List;

/// What has happened in a game, asked of its index. Throws
/// [dev.playloop.worlds.model.WorldUnavailable] as [EternumQueries] does. Safe for all threads.
public final class GameEventRows {
  /// Events of one question.
  public static final int MAX = 200;

  private static final String ACCEPTED = "OrderAcceptStory";

  private final ToriiClient torii;
  private final ToriiSelect.Game game;

  /// `torii` belongs to the caller.
  public GameEventRows(ToriiClient torii, ToriiSelect.Game game) {
    this.torii = torii;
    this.game = game;
  }

  /// Blocks from one to another, both included.
  public record Blocks(long from, long to) {}

  /// What the account did in these blocks, in order, the first [#MAX].
  public List<GameStory> stories(Felt account, Blocks blocks) throws InterruptedException {
    return stories(within("StoryEvent", blocks).where("owner.Some", account));
  }

  /// What was bought of these structures' orders, the first [#MAX].
  public List<GameStory> accepted(List<Long> structures, Blocks blocks)
      throws InterruptedException {
    List<Long> some = structures.subList(0, Math.min(structures.size(), ToriiSelect.MAX_ADDRESSES));
    return some.isEmpty()
        ? List.of()
        : stories(
            within("StoryEvent", blocks)
                .whereName("story", ACCEPTED)
                .whereWide("value.first", some));
  }

  /// The account's newest deeds, the newest first.
  public List<GameStory> newest(Felt account, int most) throws InterruptedException {
    return stories(
        ToriiSelect.of(game, "StoryEvent")
            .where("owner.Some", account)
            .orderBy("internal_updated_block desc", "id desc")
            .limit(most));
  }

  /// Which of these transactions of an account the index has.
  public List<Felt> indexed(List<Felt> transactions) throws InterruptedException {
    List<Felt> some =
        transactions.subList(0, Math.min(transactions.size(), ToriiSelect.MAX_ADDRESSES));
    return some.isEmpty()
        ? List.of()
        : Asking.each(
            torii.ask(
                ToriiSelect.of(game, "StoryEvent")
                    .columns("tx_hash")
                    .whereAddress("tx_hash", some)),
            row -> row.word("tx_hash"));
  }

  /// Battles in which the account was on either side, the first [#MAX].
  public List<GameBattle> battles(Felt account, Blocks blocks) throws InterruptedException {
    return battles(
        within("BattleEvent", blocks).whereEither("attacker_owner", "defender_owner", account));
  }

  /// The newest of them, the newest first.
  public List<GameBattle> newestBattles(Felt account, int most) throws InterruptedException {
    return battles(
        ToriiSelect.of(game, "BattleEvent")
            .whereEither("attacker_owner", "defender_owner", account)
            .orderBy("internal_updated_block desc", "id desc")
            .limit(most));
  }

  private List<GameBattle> battles(ToriiSelect select) throws InterruptedException {
    return Asking.each(
        torii.ask(select),
        row ->
            new GameBattle(
                row.number("id"),
                row.large("timestamp"),
                fighter(row, "attacker"),
                fighter(row, "defender"),
                row.number("winner_id")));
  }

  private ToriiSelect within(String model, Blocks blocks) {
    return ToriiSelect.of(game, model)
        .whereBetween("internal_updated_block", blocks.from(), blocks.to())
        .orderBy("internal_updated_block", "id")
        .limit(MAX);
  }

  private List<GameStory> stories(ToriiSelect select) throws InterruptedException {
    return Asking.each(torii.ask(select), GameEventRows::story);
  }

  private static GameStory story(ToriiRow row) {
    GameStory.Told told =
        new GameStory.Told(
            row.number("id"),
            row.number("internal_updated_block"),
            row.large("timestamp"),
            row.word("tx_hash"),
            row.word("owner.Some"));
    return new GameStory(
        told,
        PlayerNames.cut(row.text("story")),
        row.number("entity_id.Some"),
        List.of(
            row.wide("value.first").toString(),
            row.wide("value.second").toString(),
            row.wide("value.third").toString()));
  }

  private static GameBattle.Fighter fighter(ToriiRow row, String side) {
    return new GameBattle.Fighter(
        row.number(side + "_id"),
        row.word(side + "_owner").hex(),
        Amounts.text(row.wide(side + "_loss")));
  }
}
