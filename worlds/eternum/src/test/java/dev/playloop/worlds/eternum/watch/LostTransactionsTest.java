package dev.playloop.worlds.eternum.watch;

import static dev.playloop.worlds.eternum.index.IndexedGame.ADA;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.WorldEvent.Happening;
import dev.playloop.worlds.chain.node.Finality;
import dev.playloop.worlds.chain.node.TransactionStatus;
import dev.playloop.worlds.eternum.index.ScriptedChain;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What becomes of transactions whose blocks the chain has lost.
class LostTransactionsTest extends WatchedGame {
  @Test
  void aLostTransactionIsUndoneOnlyWhenItCanNotLandAnyMore() throws InterruptedException {
    all();
    land();
    assertThat(happenings(all())).extracting(Happening::kind).containsExactly(GameHappenings.SEEN);

    lose(1);
    assertThat(happenings(all())).isEmpty(); // its nonce is free

    indexed.chain().setNonce(ADA, 4); // another one's, and one nonce is still free
    indexed.block();
    assertThat(happenings(all())).isEmpty();

    indexed.chain().setNonce(ADA, 5);
    indexed.block();
    List<Happening> told = happenings(all());
    assertThat(told).extracting(Happening::kind).containsExactly(GameHappenings.UNDONE);
    assertThat(told.getFirst().text()).contains("0x5e27");
    indexed.block();
    assertThat(happenings(all())).isEmpty();
  }

  @Test
  void aLostTransactionThatWaitsInTheMempoolIsNotUndone() throws InterruptedException {
    all();
    land();
    all();
    lose(1);
    indexed.chain().setNonce(ADA, 9);
    indexed.chain().setStatus(SENT, new TransactionStatus(Finality.RECEIVED, null, null));
    indexed.block();
    assertThat(happenings(all())).isEmpty();
  }

  @Test
  void aLostTransactionThatLandsAgainIsNeitherUndoneNorToldTwice() throws InterruptedException {
    all();
    land();
    all();
    lose(1);
    all();
    land();
    indexed.chain().setNonce(ADA, 9);
    assertThat(happenings(all())).isEmpty();
    indexed.block();
    assertThat(happenings(all())).isEmpty();
  }

  @Test
  void aLostTransactionThatIsRevertedInItsNewBlockIsUndone() throws InterruptedException {
    all();
    land();
    all();
    lose(1);
    indexed
        .chain()
        .setStatus(SENT, new TransactionStatus(Finality.ACCEPTED_ON_L2, true, "out of stamina"));
    indexed.block();
    assertThat(happenings(all()))
        .extracting(Happening::kind)
        .containsExactly(GameHappenings.UNDONE);
  }

  @Test
  void aNodeThatIsAwayIsAskedAgain() throws InterruptedException {
    all();
    land();
    all();
    lose(1);
    indexed.chain().setNonce(ADA, 5);
    indexed.block();
    indexed.chain().before(0, ScriptedChain.away());
    assertThat(happenings(all())).isEmpty();
    assertThat(happenings(all()))
        .extracting(Happening::kind)
        .containsExactly(GameHappenings.UNDONE);
  }
}
