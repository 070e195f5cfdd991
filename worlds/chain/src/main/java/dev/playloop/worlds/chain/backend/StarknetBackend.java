package dev.playloop.worlds.chain.backend;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.InvokeTransaction;
import dev.playloop.worlds.chain.ResourceBounds;
import dev.playloop.worlds.chain.backend.SeenAttempt.Stage;
import dev.playloop.worlds.chain.node.BlockHeader;
import dev.playloop.worlds.chain.node.BlockTag;
import dev.playloop.worlds.chain.node.Finality;
import dev.playloop.worlds.chain.node.NodeRefusal;
import dev.playloop.worlds.chain.node.NodeUnavailable;
import dev.playloop.worlds.chain.node.Receipt;
import dev.playloop.worlds.chain.node.RevertReason;
import dev.playloop.worlds.chain.node.Simulation;
import dev.playloop.worlds.chain.node.StarknetNode;
import dev.playloop.worlds.chain.node.TransactionStatus;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A [ChainBackend] on a Starknet node. Fees are paid in STRK. Where the node refuses what it must
/// answer, as a provider does beyond its limits, it has not answered.
///
/// @param token the contract of STRK
public record StarknetBackend(StarknetNode node, Felt token) implements ChainBackend {
  /// STRK on each of Starknet's networks, and on its development nodes.
  public static final Felt STRK =
      Felt.hex("0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d");

  private static final int WORD_BITS = 128;
  private static final String NOTHING = "nothing";

  @Override
  public ChainMark mark(ChainMark expected) throws InterruptedException {
    return told(() -> seen(expected));
  }

  private ChainMark seen(ChainMark expected) throws InterruptedException {
    Map<String, String> classes = new HashMap<>();
    for (String contract : expected.classes().keySet()) {
      Felt found = node.classHashAt(Felt.parse("contract", contract));
      classes.put(contract, found == null ? NOTHING : found.hex());
    }
    BlockHeader genesis = node.block(0);
    return new ChainMark(
        node.chainId().hex(), genesis == null ? NOTHING : genesis.hash().hex(), classes);
  }

  /// What this chain is now, for a profile.
  ///
  /// @param contracts those that are called
  public ChainMark markOf(List<Felt> contracts) throws InterruptedException {
    Map<String, String> named = new HashMap<>();
    contracts.forEach(contract -> named.put(contract.hex(), ""));
    return mark(new ChainMark("", "", named));
  }

  @Override
  public BlockMark head() throws InterruptedException {
    return marked(told(node::latest));
  }

  @Override
  public @Nullable BlockMark block(long number) throws InterruptedException {
    BlockHeader header = asked(() -> node.block(number));
    return header == null ? null : marked(header);
  }

  private static BlockMark marked(BlockHeader header) {
    return new BlockMark(header.number(), header.hash().hex());
  }

  @Override
  public @Nullable AccountNonces nonces(Felt account) throws InterruptedException {
    Felt pending = asked(() -> node.nonce(account, BlockTag.PRE_CONFIRMED));
    Felt latest = asked(() -> node.nonce(account, BlockTag.LATEST));
    return pending == null || latest == null
        ? null
        : new AccountNonces(number(pending), number(latest));
  }

  private static long number(Felt nonce) {
    if (nonce.value().bitLength() >= Long.SIZE) {
      throw new NodeUnavailable("the node tells a nonce of " + nonce, null);
    }
    return nonce.toLong();
  }

  @Override
  public String unit() {
    return "FRI";
  }

  @Override
  public BigInteger balance(Felt account) throws InterruptedException {
    ContractCall call = new ContractCall(token, "balance_of", List.of(account));
    List<Felt> words = told(() -> node.call(call, BlockTag.PRE_CONFIRMED));
    if (words.size() != 2) {
      throw new NodeUnavailable("a balance has 2 words, not " + words.size(), null);
    }
    return words.getFirst().value().add(words.getLast().value().shiftLeft(WORD_BITS));
  }

  @Override
  public CallPreview preview(Felt account, long nonce, List<ContractCall> calls)
      throws InterruptedException {
    InvokeTransaction query =
        InvokeTransaction.of(account, Felt.of(nonce), ResourceBounds.NONE, calls);
    try {
      Simulation found = node.simulate(query, BlockTag.PRE_CONFIRMED);
      return found.reason() == null
          ? new CallPreview.Fits(found.fee().bounds(), found.events())
          : new CallPreview.Reverts(RevertReason.of(found.reason()).text());
    } catch (NodeRefusal e) {
      if (e.code() == NodeRefusal.EXECUTION_ERROR || e.code() == NodeRefusal.CONTRACT_ERROR) {
        return new CallPreview.Reverts(RevertReason.of(e.data()).text());
      }
      throw new NodeUnavailable("the node does not simulate: " + e.getMessage(), e);
    }
  }

  @Override
  public SeenAttempt status(String hash) throws InterruptedException {
    TransactionStatus status = asked(() -> node.status(hash(hash)));
    if (status == null) {
      return SeenAttempt.UNKNOWN;
    }
    boolean reverted = Boolean.TRUE.equals(status.reverted());
    Finality finality = status.finality();
    Stage stage =
        finality.reaches(Finality.ACCEPTED_ON_L2)
            ? Stage.ACCEPTED
            : finality.reaches(Finality.PRE_CONFIRMED) ? Stage.PRE_CONFIRMED : Stage.WAITING;
    String reason = status.reason();
    return new SeenAttempt(stage, reverted, reason == null ? null : RevertReason.of(reason).text());
  }

  @Override
  public @Nullable ChainOutcome outcome(String hash) throws InterruptedException {
    Receipt receipt = asked(() -> node.receipt(hash(hash)));
    if (receipt == null || receipt.status().reverted() == null) {
      return null;
    }
    BlockMark block =
        receipt.blockNumber() == null || receipt.blockHash() == null
            ? null
            : new BlockMark(receipt.blockNumber(), receipt.blockHash().hex());
    return new ChainOutcome(
        hash, receipt.status().reverted(), receipt.fee(), block, receipt.events());
  }

  private interface Question<T> {
    @Nullable T ask() throws InterruptedException;
  }

  private static <T> @Nullable T asked(Question<T> question) throws InterruptedException {
    try {
      return question.ask();
    } catch (NodeRefusal e) {
      throw new NodeUnavailable("the node refuses to tell: " + e.getMessage(), e);
    }
  }

  private static <T> T told(Question<T> question) throws InterruptedException {
    return Objects.requireNonNull(asked(question));
  }

  private static Felt hash(String hash) {
    try {
      return Felt.parse("hash", hash);
    } catch (InvalidValueException e) {
      throw new IllegalStateException("the ledger has a hash that is none: " + e.getMessage(), e);
    }
  }
}
