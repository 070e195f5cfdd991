package dev.playloop.worlds.eternum.deploy;

import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.node.BlockTag;
import java.util.ArrayList;
import java.util.List;

/// The board that a game of ours begins with: a bank with pools, a hyperstructure, and for each
/// player a realm with stores. It is made in steps, each once, so that a run that was killed
/// anywhere is repeated. Used by one thread.
public final class GameBoard {
  /// The game's number in the contracts.
  public static final long GAME_ID = 1;

  public static final long BANK = 1;
  public static final long HYPERSTRUCTURE = 2;

  /// Of the first player; the others' follow.
  public static final long REALM = 11;

  private static final long UNIT = 1_000_000_000L;
  private static final long ROW = 40;
  private static final long COLUMN = 40;

  /// Realms stand so far apart that each sees the next one.
  private static final long BETWEEN = 5;

  private static final long STONE = 1;
  private static final long COAL = 2;
  private static final long WOOD = 3;
  private static final long COPPER = 4;
  private static final long LABOR = 23;
  private static final long DONKEY = 25;
  private static final long KNIGHT = 26;
  private static final long PALADIN = 32;
  private static final long WHEAT = 35;
  private static final long FISH = 36;
  private static final long LORDS = 37;

  private static final long REALM_KIND = 1;
  private static final long HYPERSTRUCTURE_KIND = 2;
  private static final long BANK_KIND = 3;

  private final DeployedGame game;
  private final Felt admin;

  private GameBoard(DeployedGame game, Felt admin) {
    this.game = game;
    this.admin = admin;
  }

  /// Makes what is missing of it. Throws [DeploymentFailed].
  ///
  /// @param players the account of each
  public static void lay(AdminAccount admin, DeployedGame game, List<Felt> players)
      throws InterruptedException {
    GameBoard board = new GameBoard(game, admin.address());
    for (BoardStep step : board.steps(players)) {
      if (!board.isDone(admin, step)) {
        admin.invoke(step.calls());
      }
    }
  }

  /// The bank buys Stone from itself, and so makes it dearer. Throws [DeploymentFailed].
  public static void buyAhead(AdminAccount admin, DeployedGame game) throws InterruptedException {
    List<Felt> words = BoardStep.felts(GAME_ID, BANK, BANK, STONE, 2_000 * UNIT);
    admin.invoke(List.of(new ContractCall(game.address("swap_systems"), "buy", words)));
  }

  private boolean isDone(AdminAccount admin, BoardStep step) throws InterruptedException {
    ContractCall asked =
        new ContractCall(game.address("setup"), "is_done", List.of(Felt.shortString(step.name())));
    return admin.node().call(asked, BlockTag.PRE_CONFIRMED).equals(List.of(Felt.ONE));
  }

  private List<BoardStep> steps(List<Felt> players) {
    List<BoardStep> steps = new ArrayList<>(List.of(config(), bank(), hyperstructure()));
    for (int i = 0; i < players.size(); i++) {
      steps.add(realm(i, players.get(i)));
    }
    if (!players.isEmpty()) {
      steps.add(caravan());
    }
    return steps;
  }

  private BoardStep step(String name) {
    return new BoardStep(game, GAME_ID, name);
  }

  /// A fast game: a slot of arrivals lasts five seconds, a tick of stamina a minute.
  private BoardStep config() {
    long name = Felt.shortString("Playloop").value().longValueExact();
    long start = 0;
    List<Felt> words = new ArrayList<>(BoardStep.felts(name, start));
    long tickSeconds = 60;
    long daySeconds = 120;
    long daySlots = 24;
    long secondsPerHex = 0;
    words.addAll(BoardStep.felts(tickSeconds, daySeconds, daySlots, secondsPerHex, 1_000 * UNIT));
    long most = 120;
    long initial = 60;
    long gain = 1;
    words.addAll(BoardStep.felts(most, initial, gain, 30, 10, 30));
    words.addAll(BoardStep.felts(2, 3, 100, 0));
    return step("config").setup("configure", words);
  }

  private BoardStep bank() {
    BoardStep step = step("bank");
    structure(step, BANK, admin, BANK_KIND, "Central Bank");
    grant(step, BANK, WOOD, 5_000, STONE, 5_000, DONKEY, 100, LORDS, 5_000);
    step.setup("pool", BANK, WOOD, 20_000 * UNIT, 10_000 * UNIT);
    return step.setup("pool", BANK, STONE, 10_000 * UNIT, 10_000 * UNIT);
  }

  private BoardStep hyperstructure() {
    BoardStep step = step("hyperstructure");
    structure(step, HYPERSTRUCTURE, admin, HYPERSTRUCTURE_KIND, "Spire of Accord");
    return step.setup(
        "hyperstructure", HYPERSTRUCTURE, 2, 2, WOOD, 5_000 * UNIT, STONE, 5_000 * UNIT);
  }

  private BoardStep realm(int number, Felt player) {
    long id = REALM + number;
    BoardStep step = step("realm " + id);
    structure(step, id, player, REALM_KIND, number == 0 ? "Aldermoor" : "Realm " + id);
    grant(step, id, WOOD, 2_000, STONE, 2_000, COAL, 1_000, COPPER, 1_000, LABOR, 5_000);
    grant(step, id, DONKEY, 50, KNIGHT, 1_000, PALADIN, 500, WHEAT, 10_000, FISH, 10_000);
    grant(step, id, LORDS, 1_000);
    return step;
  }

  /// What the bank has sent to the first realm: there is something to be claimed.
  private BoardStep caravan() {
    return step("caravan")
        .call(
            "resource_systems",
            "send",
            BoardStep.felts(BANK, REALM, 2, WOOD, 300 * UNIT, STONE, 200 * UNIT));
  }

  /// Bank and hyperstructure stand above the realms.
  private static void structure(BoardStep step, long id, Felt owner, long kind, String name) {
    boolean isRealm = id >= REALM;
    long x = isRealm ? COLUMN + BETWEEN * (id - REALM) : COLUMN + BETWEEN * (id - BANK);
    List<Felt> words = new ArrayList<>();
    words.add(Felt.of(id));
    words.add(owner);
    words.addAll(BoardStep.felts(kind, 1, x, isRealm ? ROW : ROW - BETWEEN));
    words.add(Felt.shortString(name));
    step.setup("structure", words);
  }

  /// Pairs of a resource and whole units of it.
  private static void grant(BoardStep step, long entity, long... pairs) {
    List<Felt> words = new ArrayList<>(BoardStep.felts(entity, pairs.length / 2));
    for (int i = 0; i < pairs.length; i += 2) {
      words.addAll(BoardStep.felts(pairs[i], pairs[i + 1] * UNIT));
    }
    step.setup("grant", words);
  }
}
