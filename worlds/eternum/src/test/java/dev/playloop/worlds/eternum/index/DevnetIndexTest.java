package dev.playloop.worlds.eternum.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.WorldEvent.Happening;
import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.Poseidon;
import dev.playloop.worlds.chain.Selector;
import dev.playloop.worlds.chain.SignedInvoke;
import dev.playloop.worlds.chain.devnet.DevnetAccount;
import dev.playloop.worlds.chain.devnet.TestDevnet;
import dev.playloop.worlds.chain.node.BlockTag;
import dev.playloop.worlds.chain.node.Receipt;
import dev.playloop.worlds.eternum.deploy.AdminAccount;
import dev.playloop.worlds.eternum.deploy.DeployedGame;
import dev.playloop.worlds.eternum.deploy.GameDeployment;
import dev.playloop.worlds.eternum.index.sql.ToriiServer;
import dev.playloop.worlds.eternum.model.game.Resource;
import dev.playloop.worlds.eternum.model.state.EternumView;
import dev.playloop.worlds.eternum.torii.ToriiClient;
import dev.playloop.worlds.eternum.torii.ToriiSelect;
import dev.playloop.worlds.eternum.view.AccountSight;
import dev.playloop.worlds.eternum.view.EternumQueries;
import dev.playloop.worlds.eternum.watch.EternumWatcher;
import dev.playloop.worlds.eternum.watch.WatchedChain;
import dev.playloop.worlds.model.WorldSource.Batch;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The index of the real contracts on a real node: what it has is what the contracts answer, before
/// and after a reorganisation.
@Tag("slow")
class DevnetIndexTest {
  private static final long GAME = 3;
  private static final long UNIT = 1_000_000_000L;
  private static final ToriiSelect.Game ASKED = new ToriiSelect.Game("s2", GAME);

  private static TestDevnet devnet;
  private static DeployedGame game;

  @BeforeAll
  static void deploy() throws InterruptedException {
    devnet = TestDevnet.start();
    DevnetAccount admin = devnet.account(0);
    game = GameDeployment.by(AdminAccount.on(devnet.node(), admin.address(), admin.signer()));
    Felt owner = devnet.account(1).address();
    Felt rival = devnet.account(2).address();
    send(
        0,
        call("setup", "configure", Felt.shortString("index"), words(0, 60, 86_400, 48, 60))
            .and(500 * UNIT, 120, 60, 20, 30, 10, 50, 1, 3, 1_000, 0)
            .made(),
        structure(1, owner, 20),
        structure(2, rival, 26),
        call("setup", "grant", Felt.ONE, words(3, 3, 1_000 * UNIT, 25, 10 * UNIT, 26, 100 * UNIT))
            .made(),
        call("setup", "grant", Felt.of(2), words(2, 4, 500 * UNIT, 25, 10 * UNIT)).made());
  }

  @AfterAll
  static void stop() {
    if (devnet != null) {
      devnet.close();
    }
  }

  @Test
  void theIndexHasWhatTheContractsAnswerAlsoAfterAReorganisation() throws Exception {
    try (IndexFile file = IndexFile.temporary();
        ToriiServer server = ToriiServer.start(file.path(), 0, "none")) {
      IndexedChain what = IndexedChain.of(devnet.chainId(), game.address("world"));
      GameIndexer indexer = new GameIndexer(devnet.node(), what, file);
      toTheEnd(indexer);
      assertThat(indexer.counts().skipped()).isZero();
      assertAsTheContractsSay(file);

      Felt owner = devnet.account(1).address();
      ToriiClient torii =
          new ToriiClient(server.address(), game.address("world"), Duration.ofSeconds(20));
      EternumQueries queries = new EternumQueries(torii, ASKED);
      EternumWatcher.Pace pace =
          new EternumWatcher.Pace(Duration.ZERO, System::nanoTime, InstantSource.system());
      try (EternumWatcher watcher =
          new EternumWatcher(
              torii, ASKED, List.of(owner), new WatchedChain(devnet.node(), 0), pace)) {
        Batch batch = watcher.poll(null, 500);
        assertThat(balance(queries.see(owner), Resource.Wood)).isEqualTo("1000");

        Felt first =
            send(1, call("resource_systems", "send", Felt.ONE, words(2, 1, 3, 7 * UNIT)).made());
        toTheEnd(indexer);
        assertAsTheContractsSay(file);
        assertThat(balance(queries.see(owner), Resource.Wood)).isEqualTo("993");
        batch = watcher.poll(batch.cursor(), 500);
        assertThat(texts(batch)).anyMatch(text -> text.contains(first.hex()));

        long block = devnet.node().latest().number();
        devnet.control().abortBlocks(block);
        toTheEnd(indexer);
        assertAsTheContractsSay(file);
        assertThat(balance(queries.see(owner), Resource.Wood)).isEqualTo("1000");
        batch = watcher.poll(batch.cursor(), 500);
        assertThat(texts(batch)).noneMatch(text -> text.contains("undone"));

        send(1, call("resource_systems", "send", Felt.ONE, words(2, 1, 3, 9 * UNIT)).made());
        toTheEnd(indexer);
        assertAsTheContractsSay(file);
        batch = watcher.poll(batch.cursor(), 500);
        assertThat(texts(batch))
            .anyMatch(text -> text.contains(first.hex()) && text.contains("undone"));
        try (IndexFile fresh = IndexFile.inMemory()) {
          toTheEnd(new GameIndexer(devnet.node(), what, fresh));
          assertThat(IndexDump.differences(file, fresh)).isEmpty();
        }
      }
    }
  }

  /// Each record of the index, asked of the world's contract; and none is missing of those that the
  /// board has.
  private static void assertAsTheContractsSay(IndexFile file) throws Exception {
    List<Kept> records =
        file.db()
            .rows(
                row ->
                    new Kept(
                        row.getString(1),
                        row.getString(2),
                        RecordWords.parse(row.getString(3), row.getString(4))),
                "select model, id, keys, vals from internal_records");
    assertThat(records.stream().map(Kept::model))
        .contains("s2-WorldConfig", "s2-Structure", "s2-Resource");
    for (Kept record : records) {
      if (!record.model().endsWith("Event")) {
        assertThat(record.id()).isEqualTo(Poseidon.hash(record.words().keys()).padded());
        List<Felt> asked = new ArrayList<>();
        asked.add(Selector.of(record.model()));
        asked.add(Felt.of(record.words().keys().size()));
        asked.addAll(record.words().keys());
        List<Felt> answer =
            devnet
                .node()
                .call(new ContractCall(game.address("world"), "get", asked), BlockTag.LATEST);
        assertThat(answer.subList(1, answer.size()))
            .as("%s", record)
            .isEqualTo(record.words().values());
      }
    }
  }

  private record Kept(String model, String id, RecordWords words) {}

  private static String balance(AccountSight sight, Resource resource) {
    return sight.entities().stream()
        .filter(EternumView.Structure.class::isInstance)
        .map(EternumView.Structure.class::cast)
        .flatMap(one -> one.balances().stream())
        .filter(one -> one.resource() == resource)
        .findFirst()
        .orElseThrow()
        .stored();
  }

  private static List<String> texts(Batch batch) {
    return batch.events().stream()
        .filter(event -> event.change() instanceof Happening)
        .map(event -> ((Happening) event.change()).text())
        .toList();
  }

  private static void toTheEnd(GameIndexer indexer) throws SQLException, InterruptedException {
    while (!(indexer.step() instanceof Indexing.Unchanged)) {
      // on
    }
  }

  private static Felt send(int account, ContractCall... calls) throws InterruptedException {
    SignedInvoke signed = devnet.signed(account, List.of(calls));
    devnet.node().invoke(signed);
    Receipt receipt = Objects.requireNonNull(devnet.node().receipt(signed.hash()));
    assertThat(receipt.status().reverted()).as("%s", receipt.status().reason()).isFalse();
    return signed.hash();
  }

  private static ContractCall structure(long id, Felt owner, long x) {
    return call("setup", "structure", Felt.of(id), List.of(owner))
        .and(1, 2, x, 20)
        .and(Felt.shortString("Home"))
        .made();
  }

  private static Calldata call(String contract, String entrypoint, Felt first, List<Felt> rest) {
    List<Felt> words = new ArrayList<>();
    words.add(Felt.of(GAME));
    words.add(first);
    words.addAll(rest);
    return new Calldata(contract, entrypoint, words);
  }

  /// A call that is not yet whole.
  private record Calldata(String contract, String entrypoint, List<Felt> words) {
    Calldata and(long... more) {
      words.addAll(GameEvents.words(more));
      return this;
    }

    Calldata and(Felt word) {
      words.add(word);
      return this;
    }

    ContractCall made() {
      return new ContractCall(game.address(contract), entrypoint, words);
    }
  }

  private static List<Felt> words(long... numbers) {
    return GameEvents.words(numbers);
  }
}
