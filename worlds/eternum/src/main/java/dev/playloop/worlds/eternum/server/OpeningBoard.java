package dev.playloop.worlds.eternum.server;

import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.node.BlockTag;
import dev.playloop.worlds.eternum.deploy.AdminAccount;
import dev.playloop.worlds.eternum.deploy.BoardSetup;
import dev.playloop.worlds.eternum.deploy.BoardStructure;
import dev.playloop.worlds.eternum.deploy.BoardStructure.Category;
import dev.playloop.worlds.eternum.deploy.BoardStructure.Site;
import dev.playloop.worlds.eternum.deploy.BoardStructure.Stock;
import dev.playloop.worlds.eternum.deploy.DeployedGame;
import dev.playloop.worlds.eternum.deploy.GameBoard;
import dev.playloop.worlds.eternum.deploy.GameConfig;
import dev.playloop.worlds.eternum.deploy.GameConfigBuilder;
import dev.playloop.worlds.eternum.deploy.StaminaCosts;
import dev.playloop.worlds.eternum.deploy.StaminaCostsBuilder;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/// What a game of this machine begins with: a bank with two pools, a hyperstructure, a realm for
/// each player five hexes from the next one, an outpost of the second player's two hexes from the
/// first one's realm, and a caravan of the bank's that is on its way to the first.
final class OpeningBoard {
  /// The game's number in the contracts.
  static final long GAME_ID = 1;

  static final long BANK = 1;
  static final long HYPERSTRUCTURE = 2;

  /// Of the first player; the others' follow.
  static final long REALM = 11;

  /// Of the second player; who leaves the first one's realm for the West stands before it.
  static final long OUTPOST = 22;

  private static final long BETWEEN = 5;
  private static final long COLUMN = 40;
  private static final long ROW = 40;

  private static final int STONE = 1;
  private static final int COAL = 2;
  private static final int WOOD = 3;
  private static final int COPPER = 4;
  private static final int LABOR = 23;
  private static final int DONKEY = 25;
  private static final int KNIGHT = 26;
  private static final int PALADIN = 32;
  private static final int WHEAT = 35;
  private static final int FISH = 36;
  private static final int LORDS = 37;

  private static final BigInteger PRECISION = BigInteger.valueOf(1_000_000_000);
  private static final Felt CARAVAN = Felt.shortString("caravan");

  private OpeningBoard() {}

  /// Makes what is missing of it. Throws [dev.playloop.worlds.eternum.deploy.DeploymentFailed].
  ///
  /// @param players the account of each
  static void lay(AdminAccount admin, DeployedGame game, List<Felt> players)
      throws InterruptedException {
    BoardSetup.make(admin, game, board(admin.address(), players));
    ContractCall isSent = new ContractCall(game.address("setup"), "is_done", List.of(CARAVAN));
    if (!admin.node().call(isSent, BlockTag.PRE_CONFIRMED).equals(List.of(Felt.ONE))) {
      admin.invoke(
          List.of(
              new ContractCall(game.address("setup"), "once", List.of(CARAVAN)),
              new ContractCall(
                  game.address("resource_systems"),
                  "send",
                  List.of(
                      Felt.of(GAME_ID),
                      Felt.of(BANK),
                      Felt.of(REALM),
                      Felt.of(2),
                      Felt.of(WOOD),
                      units(300),
                      Felt.of(STONE),
                      units(200)))));
    }
  }

  /// The bank buys Stone from itself, and so makes it dearer.
  static void buyAhead(AdminAccount admin, DeployedGame game) throws InterruptedException {
    List<Felt> words =
        List.of(Felt.of(GAME_ID), Felt.of(BANK), Felt.of(BANK), Felt.of(STONE), units(2_000));
    admin.invoke(List.of(new ContractCall(game.address("swap_systems"), "buy", words)));
  }

  private static GameBoard board(Felt admin, List<Felt> players) {
    List<BoardStructure> structures = new ArrayList<>();
    structures.add(
        new BoardStructure(
            BANK,
            admin,
            new Site(Category.BANK, 1, COLUMN, ROW - BETWEEN),
            "Central Bank",
            List.of(
                stock(WOOD, 5_000), stock(STONE, 5_000), stock(DONKEY, 100), stock(LORDS, 5_000))));
    structures.add(
        new BoardStructure(
            HYPERSTRUCTURE,
            admin,
            new Site(Category.HYPERSTRUCTURE, 1, COLUMN + BETWEEN, ROW - BETWEEN),
            "Spire of Accord",
            List.of()));
    for (int i = 0; i < players.size(); i++) {
      structures.add(
          new BoardStructure(
              REALM + i,
              players.get(i),
              new Site(Category.REALM, 1, COLUMN + BETWEEN * i, ROW),
              "Realm " + (REALM + i),
              stores()));
    }
    if (players.size() > 1) {
      structures.add(
          new BoardStructure(
              OUTPOST,
              players.get(1),
              new Site(Category.VILLAGE, 1, COLUMN - 2, ROW),
              "Western Watch",
              List.of(stock(KNIGHT, 500), stock(WHEAT, 1_000))));
    }
    return new GameBoard(
        GAME_ID,
        config(),
        structures,
        List.of(
            new GameBoard.Pool(BANK, WOOD, units(20_000), units(10_000)),
            new GameBoard.Pool(BANK, STONE, units(10_000), units(10_000))),
        List.of(
            new GameBoard.Monument(
                HYPERSTRUCTURE, 2, List.of(stock(WOOD, 5_000), stock(STONE, 5_000)))));
  }

  /// A fast game: arrivals come every five seconds, and stamina hardly grows while one looks on.
  private static GameConfig config() {
    StaminaCosts stamina = StaminaCostsBuilder.from(StaminaCosts.standard()).withGainPerTick(1);
    return GameConfigBuilder.from(GameConfig.named("Playloop"))
        .withDaySeconds(120)
        .withDaySlots(24)
        .withSecondsPerHex(0)
        .withStamina(stamina);
  }

  private static List<Stock> stores() {
    return List.of(
        stock(WOOD, 2_000),
        stock(STONE, 2_000),
        stock(COAL, 1_000),
        stock(COPPER, 1_000),
        stock(LABOR, 5_000),
        stock(DONKEY, 50),
        stock(KNIGHT, 1_000),
        stock(PALADIN, 500),
        stock(WHEAT, 10_000),
        stock(FISH, 10_000),
        stock(LORDS, 1_000));
  }

  private static Stock stock(int resource, long whole) {
    return new Stock(resource, units(whole));
  }

  private static Felt units(long whole) {
    return Felt.of(BigInteger.valueOf(whole).multiply(PRECISION));
  }
}
