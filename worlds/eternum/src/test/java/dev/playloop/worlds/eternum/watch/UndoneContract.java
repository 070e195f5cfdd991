package dev.playloop.worlds.eternum.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.schemas.event.WorldEvent.Happening;
import dev.playloop.testkit.Await;
import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.backend.StarknetBackend;
import dev.playloop.worlds.chain.node.BlockHeader;
import dev.playloop.worlds.eternum.server.PlayedGame;
import dev.playloop.worlds.eternum.torii.ToriiClient;
import dev.playloop.worlds.eternum.torii.ToriiHead;
import dev.playloop.worlds.model.WorldSource.Batch;
import dev.playloop.worlds.model.WorldUnavailable;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What an agent is told where a reorganisation takes a transaction whose result it knows: on a
/// chain, with the game's contracts, by the index and the watcher, while the executor's lane looks
/// after it, too.
abstract class UndoneContract {
  private PlayedGame played;
  private ToriiClient head;
  private EternumWatcher watcher;
  private @Nullable String cursor;

  abstract PlayedGame start() throws InterruptedException;

  @BeforeEach
  void open() throws InterruptedException {
    played = start();
    head = played.torii();
    watcher = watcher();
    told();
    told();
  }

  /// As in another process, which has the cursor.
  private EternumWatcher watcher() {
    return new EternumWatcher(
        played.torii(),
        played.asked(),
        List.of(PlayedGame.ADAS, PlayedGame.BOBS),
        new WatchedChain(played.node(), PlayedGame.DEPTH),
        new EternumWatcher.Pace(Duration.ZERO, System::nanoTime, InstantSource.system()));
  }

  @AfterEach
  void close() throws Exception {
    if (watcher != null) {
      watcher.close();
      head.close();
    }
    if (played != null) {
      played.close();
    }
  }

  @Test
  void whatAReorganisationTookForGoodIsToldOnceAndToItsAccountOnly() throws Exception {
    ActionResult done = raise("100", "East");
    String hash = done.receipts().getFirst();
    assertThat(told()).containsExactly(SEEN);

    abort(done);
    played.foreignWrite(PlayedGame.ADAS, payment());
    // Not sooner: what has vanished is sent again at the lane's next look.
    played.actions().watching();
    List<String> told = new ArrayList<>();
    for (int i = 0; i < 2 * PlayedGame.DEPTH + 2; i++) {
      watcher.close();
      watcher = watcher();
      told.addAll(told());
      played.control().createBlock();
    }

    assertThat(told).containsExactly("transaction.undone to eternum:" + PlayedGame.ADAS.hex());
    assertThat(played.node().status(Felt.hex(hash))).isNull();
    // The account's own lane sends nothing more: somebody else has its key.
    assertThat(code(raise("100", "West"))).isEqualTo("lane_stopped");
  }

  @Test
  void ofSeveralThatAreTakenOnlyTheOneWhoseNonceWasUsedIsUndone() throws Exception {
    ActionResult first = raise("100", "East");
    ActionResult second = raise("100", "West");
    assertThat(told()).containsExactly(SEEN, SEEN);

    abort(first);
    played.foreignWrite(PlayedGame.ADAS, payment());
    List<Happening> told = new ArrayList<>();
    for (int i = 0; i < 2 * PlayedGame.DEPTH + 2; i++) {
      told.addAll(happenings());
      played.control().createBlock();
    }

    assertThat(told)
        .singleElement()
        .satisfies(only -> {
          assertThat(only.kind()).isEqualTo(GameHappenings.UNDONE);
          assertThat(only.text())
              .contains(first.receipts().getFirst(), "has not happened")
              .doesNotContain(second.receipts().getFirst());
        });
  }

  @Test
  void whatTheLaneSendsAgainIsNeverToldToBeUndone() throws Exception {
    played.actions().watching();
    ActionResult done = raise("100", "East");
    assertThat(told()).containsExactly(SEEN);

    abort(done);
    Await.until("it is sent again", () -> isIn(done.receipts().getFirst()));
    List<String> told = new ArrayList<>();
    for (int i = 0; i < 2 * PlayedGame.DEPTH + 2; i++) {
      told.addAll(told());
      played.control().createBlock();
    }

    assertThat(told).isEmpty();
  }

  private static final String SEEN = "transaction.seen to eternum:" + PlayedGame.ADAS.hex();

  /// Cuts the chain before the block it is in. On a devnet, whatever comes in the places of those
  /// that are gone has their hashes.
  private void abort(ActionResult landed) throws InterruptedException {
    played.control().abortBlocks(Objects.requireNonNull(landed.worldVersion()));
  }

  private ActionResult raise(String amount, String direction) throws InterruptedException {
    return played.act(
        PlayedGame.ADA,
        "create_explorer",
        "{'forStructureId':11,'category':'Knight','tier':'T1','amount':'%s','spawnDirection':'%s'}"
            .formatted(amount, direction));
  }

  private static @Nullable String code(ActionResult result) {
    assertThat(result.status()).isNotEqualTo(Status.DONE);
    return result.error() == null ? null : result.error().code();
  }

  private static ContractCall payment() {
    return new ContractCall(
        StarknetBackend.STRK, "transfer", List.of(Felt.of(0x5117), Felt.ONE, Felt.ZERO));
  }

  private boolean isIn(String hash) {
    try {
      return played.node().receipt(Felt.hex(hash)) != null;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private List<String> told() throws InterruptedException {
    return events().stream()
        .filter(UndoneContract::isOfATransaction)
        .map(event -> ((Happening) event.change()).kind() + " to " + event.scene())
        .toList();
  }

  private List<Happening> happenings() throws InterruptedException {
    return events().stream()
        .filter(UndoneContract::isOfATransaction)
        .map(event -> (Happening) event.change())
        .toList();
  }

  /// A caravan arrives meanwhile.
  private static boolean isOfATransaction(WorldEvent event) {
    return event.change() instanceof Happening told && told.kind().startsWith("transaction.");
  }

  /// What of the accounts happened with what the chain has now.
  private List<WorldEvent> events() throws InterruptedException {
    BlockHeader latest = played.node().latest();
    Await.until("the index is where the chain is", () -> isAt(latest));
    Batch batch = watcher.poll(cursor, 500);
    cursor = batch.cursor();
    return batch.events();
  }

  private boolean isAt(BlockHeader latest) {
    try {
      ToriiHead at = head.head();
      return at != null && at.hash().equals(latest.contentHash());
    } catch (WorldUnavailable e) {
      return false;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
