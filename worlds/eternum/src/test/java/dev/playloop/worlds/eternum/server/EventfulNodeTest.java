package dev.playloop.worlds.eternum.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.InvokeTransaction;
import dev.playloop.worlds.chain.ResourceBounds;
import dev.playloop.worlds.chain.Selector;
import dev.playloop.worlds.chain.SignedInvoke;
import dev.playloop.worlds.chain.Signer;
import dev.playloop.worlds.chain.crypto.KeySigner;
import dev.playloop.worlds.chain.node.BlockTag;
import dev.playloop.worlds.chain.node.ForwardingNode;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// What happens to the agents of an example, once each, and to nothing else.
@Tag("slow")
final class EventfulNodeTest {
  private static final Signer NOBODY = KeySigner.of(BigInteger.ONE);

  @Test
  void oneTransactionThatPostsGuardsIsLostAndAllElseIsPassedOn() throws Exception {
    try (PlayedGame played = PlayedGame.simulated()) {
      List<Felt> passed = new ArrayList<>();
      EventfulNode node =
          new EventfulNode(
              new ForwardingNode(played.node()) {
                @Override
                public Felt invoke(SignedInvoke transaction) {
                  passed.add(transaction.hash());
                  return transaction.hash();
                }
              },
              played.bank(),
              played.game().game());
      SignedInvoke posts = signed(0, "guard_add", Felt.ZERO);
      List<SignedInvoke> others =
          List.of(signed(1, "guard_delete", Felt.ONE), signed(2, "sell", Felt.ONE));

      assertThat(node.invoke(posts)).as("the hash that it has").isEqualTo(posts.hash());
      for (SignedInvoke other : others) {
        node.invoke(other);
      }
      node.invoke(posts);
      SignedInvoke more = signed(3, "guard_add", Felt.ZERO);
      node.invoke(more);

      assertThat(passed)
          .containsExactly(others.get(0).hash(), others.get(1).hash(), posts.hash(), more.hash());
      assertThat(node.chainId()).isEqualTo(played.node().chainId());
      assertThat(node.latest()).isEqualTo(played.node().latest());
      assertThat(node.nonce(PlayedGame.ADAS, BlockTag.LATEST)).isEqualTo(Felt.ZERO);
    }
  }

  private static SignedInvoke signed(long nonce, String entrypoint, Felt word)
      throws InterruptedException {
    InvokeTransaction transaction =
        InvokeTransaction.of(
            PlayedGame.ADAS,
            Felt.of(nonce),
            ResourceBounds.NONE,
            List.of(new ContractCall(Felt.of(7), entrypoint, List.of(word))));
    assertThat(transaction.calldata()).contains(Selector.of(entrypoint));
    return SignedInvoke.of(transaction, Felt.ONE, NOBODY);
  }

  @Test
  void theLostOneIsSentAgainAndTheBankBuysAheadOfTheFirstPurchaseOnly() throws Exception {
    try (PlayedGame played = PlayedGame.simulated()) {
      ActionResult posted =
          played.act(
              PlayedGame.ADA,
              "add_guard",
              "{'forStructureId':11,'slot':'Delta','category':'Paladin','tier':'T1','amount':'10'}");
      assertThat(posted.status()).isEqualTo(Status.DONE);
      assertThat(played.nonce(PlayedGame.ADAS)).as("the same bytes").isEqualTo(1);

      long before = deeds(played);
      ActionResult first = buy(played, "800");
      assertThat(first.status()).isEqualTo(Status.FAILED);
      assertThat(Objects.requireNonNull(first.error()).code()).isEqualTo("reverted");
      assertThat(deeds(played)).isEqualTo(before + 1);

      assertThat(buy(played, "100").status()).isEqualTo(Status.DONE);
      assertThat(buy(played, "100").status()).isEqualTo(Status.DONE);
      assertThat(deeds(played)).as("no second time").isEqualTo(before + 1);
      assertThat(played.nonce(PlayedGame.ADAS)).isEqualTo(4);
    }
  }

  private static ActionResult buy(PlayedGame played, String amount) throws InterruptedException {
    return played.act(
        PlayedGame.ADA,
        "buy_resources",
        "{'bankEntityId':1,'entityId':11,'resourceType':'Stone','amount':'%s'}".formatted(amount));
  }

  /// How much the bank has done.
  private static long deeds(PlayedGame played) throws InterruptedException {
    return played.nonce(played.bank().address());
  }
}
