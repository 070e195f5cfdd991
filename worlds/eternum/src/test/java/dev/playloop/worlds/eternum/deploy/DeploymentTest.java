package dev.playloop.worlds.eternum.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.Selector;
import dev.playloop.worlds.chain.devnet.DevnetAccount;
import dev.playloop.worlds.chain.devnet.TestDevnet;
import dev.playloop.worlds.chain.node.BlockTag;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Deployment and boards on a devnet, done again and again.
@Tag("slow")
final class DeploymentTest {
  private static final Felt WOOD = Felt.of(3);
  private static final Felt UNITS = Felt.of(1_000_000_000_000L);

  @Test
  void aSecondRunFindsEverythingAndSendsNothing() throws InterruptedException {
    try (TestDevnet devnet = TestDevnet.start()) {
      AdminAccount admin = admin(devnet);
      DeployedGame game = GameDeployment.by(admin);
      BoardSetup.make(admin, game, board(admin.address()));
      Felt nonce = devnet.nonce(0);

      assertThat(GameDeployment.by(admin)).isEqualTo(game);
      BoardSetup.make(admin, game, board(admin.address()));

      assertThat(devnet.nonce(0)).isEqualTo(nonce);
      assertThat(balance(devnet, game)).isEqualTo(UNITS);
      assertThat(DeployedGame.read(game.json())).isEqualTo(game);
      assertThat(game.contracts()).hasSize(16);
    }
  }

  /// Cutting the chain leaves it as a run that was killed there would.
  @Test
  void aRunThatWasKilledAfterAnyTransactionIsCompletedByTheNext() throws InterruptedException {
    try (TestDevnet devnet = TestDevnet.start()) {
      AdminAccount admin = admin(devnet);
      DeployedGame game = GameDeployment.by(admin);
      BoardSetup.make(admin, game, board(admin.address()));
      long first = 1;
      long last = devnet.node().latest().number();
      assertThat(last).isGreaterThan(20);
      for (long cut = last; cut > first; cut -= cut > 17 ? 1 : 8) {
        devnet.control().abortBlocks(cut);

        assertThat(GameDeployment.by(admin)).isEqualTo(game);
        BoardSetup.make(admin, game, board(admin.address()));

        assertThat(balance(devnet, game)).as("cut at %s", cut).isEqualTo(UNITS);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "{}",
        "{\"contracts\":[]}",
        "{\"contracts\":{\"World\":{}}}",
        "{\"contracts\":{\"world\":{\"address\":\"0x1\"}}}",
        "{\"contracts\":{\"world\":{\"address\":1,\"classHash\":\"0x1\"}}}",
        "{\"contracts\":{},\"chainId\":\"0x1\"}",
        "{\"contracts\":{},\"chainId\":\"SN_MAIN\",\"genesis\":\"0x1\"}"
      })
  void aFileThatIsNoDeploymentIsRefused(String json) {
    assertThatThrownBy(() -> DeployedGame.read(json.getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(InvalidValueException.class);
  }

  private static AdminAccount admin(TestDevnet devnet) throws InterruptedException {
    DevnetAccount account = devnet.account(0);
    return AdminAccount.on(devnet.node(), account.address(), account.signer());
  }

  private static GameBoard board(Felt owner) {
    BoardStructure.Site site = new BoardStructure.Site(BoardStructure.Category.REALM, 1, 20, 20);
    BoardStructure.Site bank = new BoardStructure.Site(BoardStructure.Category.BANK, 0, 30, 20);
    BoardStructure.Site hyper =
        new BoardStructure.Site(BoardStructure.Category.HYPERSTRUCTURE, 0, 40, 20);
    List<BoardStructure.Stock> stocks = List.of(new BoardStructure.Stock(3, UNITS));
    return new GameBoard(
        1,
        GameConfig.named("board"),
        List.of(
            new BoardStructure(1, owner, site, "Realm", stocks),
            new BoardStructure(2, owner, bank, "Bank", List.of()),
            new BoardStructure(3, owner, hyper, "Hyper", List.of())),
        List.of(new GameBoard.Pool(2, 3, UNITS, UNITS)),
        List.of(new GameBoard.Monument(3, 7, stocks)));
  }

  private static Felt balance(TestDevnet devnet, DeployedGame game) throws InterruptedException {
    List<Felt> keys = List.of(Selector.of("s2-Resource"), Felt.of(3), Felt.ONE, Felt.ONE, WOOD);
    List<Felt> words =
        devnet.node().call(new ContractCall(game.address("world"), "get", keys), BlockTag.LATEST);
    return words.get(1);
  }
}
