package dev.playloop.chaos;

import java.io.IOException;
import java.util.List;

/// Where an executor dies between an action on a chain and the depth from which on it is let go.
enum DeathPlace {
  BEFORE_JOURNAL,
  AFTER_JOURNAL,
  /// Its transaction is on the way, and arrives while the successor looks.
  BEFORE_SEND,
  AFTER_SEND,
  /// As before, and the block that it was in is gone when the successor looks.
  AFTER_SEND_AND_ITS_BLOCK_IS_GONE,
  BEFORE_ACK,
  /// A dearer attempt is on the ledger, and never gets to the node.
  BEFORE_BUMP,
  /// The node has the dearer attempt.
  BETWEEN_BUMP_AND_ANSWER,
  /// Its result was told, its block is not deep, and is gone when the successor looks.
  IN_WATCH,
  /// As before, and it dies at sending the same bytes again.
  THROUGH_REORG;

  /// Sets it up, before the action is asked for.
  void before(ChainRig rig) throws InterruptedException {
    switch (this) {
      case BEFORE_JOURNAL -> rig.executor().dieAt(List.of("executor.before-intent:1"));
      case AFTER_JOURNAL -> rig.executor().dieAt(List.of("executor.after-intent:1"));
      case BEFORE_ACK -> rig.executor().dieAt(List.of("executor.after-outcome:1"));
      case BEFORE_SEND,
          AFTER_SEND,
          AFTER_SEND_AND_ITS_BLOCK_IS_GONE,
          BEFORE_BUMP,
          BETWEEN_BUMP_AND_ANSWER ->
          rig.atSendings((number, arrives) -> sending(rig, number, arrives));
      case IN_WATCH, THROUGH_REORG -> {}
    }
  }

  private void sending(ChainRig rig, int number, boolean arrives)
      throws IOException, InterruptedException {
    boolean dearer = this == BEFORE_BUMP || this == BETWEEN_BUMP_AND_ANSWER;
    if (dearer && number == 1 && arrives) {
      rig.raisePrices();
    }
    boolean early = this == BEFORE_SEND || this == BEFORE_BUMP;
    if (number != (dearer ? 2 : 1) || early != arrives) {
      return;
    }
    if (this == AFTER_SEND_AND_ITS_BLOCK_IS_GONE) {
      rig.forgetLatestBlock();
    }
    rig.kill();
    if (this == BEFORE_BUMP) {
      throw new IOException("its sender is dead");
    }
  }

  /// Does it, once the result is told.
  void after(ChainRig rig) throws InterruptedException {
    switch (this) {
      case IN_WATCH ->
          rig.atLook(() -> {
            rig.forgetNewest();
            rig.kill();
          });
      case THROUGH_REORG -> {
        rig.atSendings((number, arrives) -> {
          if (number == 1 && arrives) {
            rig.kill();
          }
        });
        rig.forgetNewest();
      }
      case BEFORE_JOURNAL,
          AFTER_JOURNAL,
          BEFORE_SEND,
          AFTER_SEND,
          AFTER_SEND_AND_ITS_BLOCK_IS_GONE,
          BEFORE_ACK,
          BEFORE_BUMP,
          BETWEEN_BUMP_AND_ANSWER -> {}
    }
  }
}
