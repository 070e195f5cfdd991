package dev.playloop.worlds.eternum.deploy;

import dev.playloop.schemas.Printable;
import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.GasBound;
import dev.playloop.worlds.chain.InvokeTransaction;
import dev.playloop.worlds.chain.ResourceBounds;
import dev.playloop.worlds.chain.SignedInvoke;
import dev.playloop.worlds.chain.Signer;
import dev.playloop.worlds.chain.declare.DeclareTransaction;
import dev.playloop.worlds.chain.declare.SignedDeclare;
import dev.playloop.worlds.chain.node.BlockTag;
import dev.playloop.worlds.chain.node.FeeEstimate;
import dev.playloop.worlds.chain.node.Finality;
import dev.playloop.worlds.chain.node.JsonRpcNode;
import dev.playloop.worlds.chain.node.NodeRefusal;
import dev.playloop.worlds.chain.node.StarknetNode;
import dev.playloop.worlds.chain.node.TransactionStatus;
import java.math.BigInteger;
import java.time.Duration;
import java.util.List;

/// Who deploys and sets up: an account on a node of ours. It sends one transaction at a time and
/// waits for it, so it must not be an agent's account. Used by one thread.
public final class AdminAccount {
  /// RPC error "Class already declared".
  private static final int ALREADY_DECLARED = 51;

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final Duration PAUSE = Duration.ofMillis(50);
  private static final int REASON = 2_000;

  /// Above the node's estimate, so that a price that moves meanwhile does not stop it.
  private static final int HEADROOM_PERCENT = 150;

  /// What a declaration of our largest class takes is a fifth of it.
  private static final long DECLARE_L2_GAS = 2_000_000_000L;

  private final JsonRpcNode node;
  private final StarknetNode acting;
  private final Felt address;
  private final Signer signer;
  private final Felt chainId;

  private AdminAccount(
      JsonRpcNode node, StarknetNode acting, Felt address, Signer signer, Felt chainId) {
    this.node = node;
    this.acting = acting;
    this.address = address;
    this.signer = signer;
    this.chainId = chainId;
  }

  public static AdminAccount on(JsonRpcNode node, Felt address, Signer signer)
      throws InterruptedException {
    return new AdminAccount(node, node, address, signer, node.chainId());
  }

  /// Sends its calls by a node that sees to more, such as their time.
  ///
  /// @param other the same node
  public AdminAccount actingBy(StarknetNode other) {
    return new AdminAccount(node, other, address, signer, chainId);
  }

  public Felt address() {
    return address;
  }

  Felt chainId() {
    return chainId;
  }

  public JsonRpcNode node() {
    return node;
  }

  /// Does all of it in one transaction, or nothing. Throws [DeploymentFailed].
  public void invoke(List<ContractCall> calls) throws InterruptedException {
    InvokeTransaction asked = InvokeTransaction.of(address, nonce(), ResourceBounds.NONE, calls);
    ResourceBounds bounds = headroom(estimate(asked).bounds());
    SignedInvoke signed =
        SignedInvoke.of(
            InvokeTransaction.of(address, asked.nonce(), bounds, calls), chainId, signer);
    try {
      settled(acting.invoke(signed));
    } catch (NodeRefusal e) {
      throw refused(e);
    }
  }

  private FeeEstimate estimate(InvokeTransaction asked) throws InterruptedException {
    try {
      return node.estimate(asked, BlockTag.PRE_CONFIRMED);
    } catch (NodeRefusal e) {
      throw refused(e);
    }
  }

  /// A class that is there already is as good.
  void declare(GameClass declared, ResourceBounds prices) throws InterruptedException {
    ResourceBounds bounds =
        new ResourceBounds(
            prices.l1Gas(),
            new GasBound(DECLARE_L2_GAS, prices.l2Gas().maxPrice()),
            prices.l1DataGas());
    DeclareTransaction declaration =
        new DeclareTransaction(
            address, nonce(), bounds, GameClasses.sierra(declared), declared.compiledClassHash());
    try {
      settled(node.declare(SignedDeclare.of(declaration, chainId, signer)));
    } catch (NodeRefusal e) {
      if (e.code() != ALREADY_DECLARED) {
        throw refused(e);
      }
    }
  }

  /// Bounds for one transaction by the prices of now.
  ResourceBounds prices(List<ContractCall> probe) throws InterruptedException {
    return headroom(
        estimate(InvokeTransaction.of(address, nonce(), ResourceBounds.NONE, probe)).bounds());
  }

  private Felt nonce() throws InterruptedException {
    Felt nonce = node.nonce(address, BlockTag.PRE_CONFIRMED);
    if (nonce == null) {
      throw new DeploymentFailed("no account is deployed at " + address);
    }
    return nonce;
  }

  private void settled(Felt hash) throws InterruptedException {
    long limit = System.nanoTime() + LIMIT.toNanos();
    while (true) {
      TransactionStatus status = node.status(hash);
      if (status != null && Boolean.TRUE.equals(status.reverted())) {
        throw new DeploymentFailed(
            hash + " was reverted: " + Printable.brief(String.valueOf(status.reason()), REASON));
      }
      if (status != null && status.finality().reaches(Finality.ACCEPTED_ON_L2)) {
        return;
      }
      if (System.nanoTime() > limit) {
        throw new DeploymentFailed(hash + " is in no block after " + LIMIT.toSeconds() + " s");
      }
      Thread.sleep(PAUSE);
    }
  }

  private static DeploymentFailed refused(NodeRefusal refusal) {
    String what = refusal.data().isEmpty() ? String.valueOf(refusal.getMessage()) : refusal.data();
    return new DeploymentFailed("the node refused: " + Printable.brief(what, REASON));
  }

  private static ResourceBounds headroom(ResourceBounds estimated) {
    return new ResourceBounds(
        more(estimated.l1Gas()), more(estimated.l2Gas()), more(estimated.l1DataGas()));
  }

  private static GasBound more(GasBound bound) {
    BigInteger price =
        bound
            .maxPrice()
            .multiply(BigInteger.valueOf(HEADROOM_PERCENT))
            .divide(BigInteger.valueOf(100));
    return new GasBound(bound.maxAmount() * HEADROOM_PERCENT / 100 + 1, price);
  }
}
