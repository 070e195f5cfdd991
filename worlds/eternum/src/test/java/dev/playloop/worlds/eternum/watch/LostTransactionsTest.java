package dev.playloop.worlds.eternum.watch;

import static dev.playloop.worlds.eternum.index.IndexedGame.ADA;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.WorldEvent.Happening;
import dev.playloop.worlds.chain.node.Finality;
import dev.playloop.worlds.chain.node.TransactionStatus;
import dev.playloop.worlds.eternum.index.ScriptedChain;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What becomes of transactions whose blocks the chain has lost.
class LostTransactionsTest extends WatchedGame {
  private static final TransactionStatus REVERTED =
      new TransactionStatus(Finality.ACCEPTED_ON_L2, true, "out of stamina");

  @Test
  void aLostTransactionIsUndoneOnlyWhenItCanNotLandAnyMore() throws InterruptedException {
    isLandedAndLost();

    indexed.chain().setNonce(ADA, 4); // another one's; its own is still free
    assertThat(toldIn(4 * DEPTH)).isEmpty();

    indexed.chain().setNonce(ADA, 5);
    List<Happening> told = toldIn(4 * DEPTH);
    assertThat(told).extracting(Happening::kind).containsExactly(GameHappenings.UNDONE);
    assertThat(told.getFirst().text()).contains("0x5e27");
  }

  @Test
  void nothingIsUndoneBeforeWhatTookItsNonceIsDeep() throws InterruptedException {
    isLandedAndLost();
    indexed.chain().setNonce(ADA, 5);

    assertThat(toldIn(DEPTH)).isEmpty();
    watcher = watcher(); // whoever goes on knows since when it is hopeless
    assertThat(kindsIn(1)).containsExactly(GameHappenings.UNDONE);
    watcher = watcher();
    assertThat(toldIn(4 * DEPTH)).isEmpty();
  }

  @Test
  void whereTheStrangersBlockIsLostTooTheTransactionMayLandAgain() throws InterruptedException {
    isLandedAndLost();
    indexed.chain().setNonce(ADA, 5);
    assertThat(toldIn(DEPTH)).isEmpty();

    lose(DEPTH);
    assertThat(toldIn(4 * DEPTH)).isEmpty();

    indexed.chain().setNonce(ADA, 5); // and this is another stranger
    assertThat(toldIn(DEPTH)).isEmpty();
    assertThat(kindsIn(1)).containsExactly(GameHappenings.UNDONE);
  }

  @Test
  void aStrangerInTheSameLookAsTheReorganisationCountsFromThatBlock() throws InterruptedException {
    isLandedAndLost();
    indexed.chain().setNonce(ADA, 5);
    assertThat(toldIn(DEPTH)).isEmpty();
    lose(DEPTH);
    indexed.block();
    indexed.chain().setNonce(ADA, 5);

    assertThat(happenings(all())).isEmpty();
    assertThat(toldIn(DEPTH - 1)).isEmpty();
    assertThat(kindsIn(1)).containsExactly(GameHappenings.UNDONE);
  }

  @Test
  void aLostTransactionThatWaitsInTheMempoolIsNotUndone() throws InterruptedException {
    isLandedAndLost();
    indexed.chain().setNonce(ADA, 9);
    indexed.chain().setStatus(SENT, new TransactionStatus(Finality.RECEIVED, null, null));
    assertThat(toldIn(4 * DEPTH)).isEmpty();
  }

  @Test
  void aLostTransactionThatLandsAgainIsNeitherUndoneNorToldTwice() throws InterruptedException {
    isLandedAndLost();
    all();
    land();
    indexed.chain().setNonce(ADA, 9);
    assertThat(happenings(all())).isEmpty();
    assertThat(toldIn(4 * DEPTH)).isEmpty();
  }

  @Test
  void aLostTransactionThatIsRevertedInItsNewBlockIsUndone() throws InterruptedException {
    isLandedAndLost();
    indexed.chain().setStatus(SENT, REVERTED);
    assertThat(kindsIn(4 * DEPTH)).containsExactly(GameHappenings.UNDONE);
  }

  @Test
  void whatIsRevertedOnceAndLandsAfterAllIsNotUndone() throws InterruptedException {
    isLandedAndLost();
    indexed.chain().setStatus(SENT, REVERTED);
    assertThat(toldIn(DEPTH)).isEmpty();
    lose(1);
    land();
    assertThat(toldIn(4 * DEPTH)).isEmpty();
  }

  @Test
  void aNodeThatIsAwayIsAskedAgain() throws InterruptedException {
    isLandedAndLost();
    indexed.chain().setNonce(ADA, 5);
    indexed.block();
    indexed.chain().before(0, ScriptedChain.away());
    assertThat(happenings(all())).isEmpty();
    assertThat(kindsIn(4 * DEPTH)).containsExactly(GameHappenings.UNDONE);
  }

  @Test
  void aNodeThatIsAwayWhenItLandsIsAskedForItsNonceLater() throws InterruptedException {
    all();
    land();
    indexed.chain().before(0, ScriptedChain.away());
    assertThat(happenings(all())).extracting(Happening::kind).containsExactly(GameHappenings.SEEN);
    assertThat(happenings(all())).isEmpty();
    lose(1);
    indexed.chain().setNonce(ADA, 5);
    assertThat(kindsIn(4 * DEPTH)).containsExactly(GameHappenings.UNDONE);
  }

  private void isLandedAndLost() throws InterruptedException {
    all();
    land();
    assertThat(happenings(all())).extracting(Happening::kind).containsExactly(GameHappenings.SEEN);
    lose(1);
    assertThat(happenings(all())).isEmpty(); // its nonce is free
  }

  /// The kinds of what is told while so many blocks are made.
  private List<String> kindsIn(int blocks) throws InterruptedException {
    return toldIn(blocks).stream().map(Happening::kind).toList();
  }

  private List<Happening> toldIn(int blocks) throws InterruptedException {
    List<Happening> told = new ArrayList<>();
    for (int i = 0; i < blocks; i++) {
      indexed.block();
      told.addAll(happenings(all()));
    }
    return told;
  }
}
