package dev.playloop.worlds.chain.evm;

import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.backend.AccountNonces;
import dev.playloop.worlds.chain.backend.BlockMark;
import dev.playloop.worlds.chain.backend.CallPreview;
import dev.playloop.worlds.chain.backend.ChainBackend;
import dev.playloop.worlds.chain.backend.ChainMark;
import dev.playloop.worlds.chain.backend.ChainOutcome;
import dev.playloop.worlds.chain.backend.SeenAttempt;
import dev.playloop.worlds.chain.backend.SeenAttempt.Stage;
import dev.playloop.worlds.chain.evm.EthReplies.EthBlock;
import dev.playloop.worlds.chain.evm.EthReplies.EthCall;
import dev.playloop.worlds.chain.evm.EthReplies.EthReceipt;
import dev.playloop.worlds.chain.evm.EthReplies.EthTransaction;
import dev.playloop.worlds.chain.evm.EvmContracts.Cargo;
import dev.playloop.worlds.chain.node.NodeRefusal;
import dev.playloop.worlds.chain.node.NodeUnavailable;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.web3j.crypto.Hash;

/// A [ChainBackend] on a node of the EVM. A transaction waits, and then is in a block: there is
/// nothing in between. Every account is there; its nonce is the number of its transactions.
record EvmBackend(EthNode node, EvmContracts contracts, EvmStyle style) implements ChainBackend {
  private static final String NOTHING = "nothing";
  private static final String NO_CODE = "0x";

  @Override
  public ChainMark mark(ChainMark expected) throws InterruptedException {
    Map<String, String> codes = new HashMap<>();
    for (String contract : expected.classes().keySet()) {
      String code = node.code(EvmAddress.text(Felt.parse("contract", contract)));
      codes.put(contract, code.equals(NO_CODE) ? NOTHING : Hash.sha3(code));
    }
    EthBlock genesis = node.block(0);
    return new ChainMark(
        EthNode.at(node.chainId()), genesis == null ? NOTHING : genesis.hash(), codes);
  }

  @Override
  public BlockMark head() throws InterruptedException {
    return marked(node.latest());
  }

  @Override
  public @Nullable BlockMark block(long number) throws InterruptedException {
    EthBlock block = node.block(number);
    return block == null ? null : marked(block);
  }

  private static BlockMark marked(EthBlock block) {
    return new BlockMark(block.number(), block.hash());
  }

  @Override
  public AccountNonces nonces(Felt account) throws InterruptedException {
    long pending = node.count(account, EthNode.PENDING);
    return new AccountNonces(pending, node.count(account, EthNode.LATEST));
  }

  @Override
  public String unit() {
    return "wei";
  }

  @Override
  public BigInteger balance(Felt account) throws InterruptedException {
    return node.balance(account);
  }

  @Override
  public CallPreview preview(Felt account, long nonce, List<ContractCall> calls)
      throws InterruptedException {
    return switch (contracts.load(calls)) {
      case Cargo.Refused(String why) -> new CallPreview.Reverts(why);
      case Cargo.Loaded(String to, String data) ->
          preview(new EthCall(EvmAddress.text(account), to, data, null));
    };
  }

  private CallPreview preview(EthCall call) throws InterruptedException {
    long limit;
    try {
      limit = node.estimate(call);
    } catch (NodeRefusal e) {
      String reason = EvmRevert.reason(e);
      if (reason == null) {
        throw new NodeUnavailable("the node does not simulate: " + e.getMessage(), e);
      }
      return new CallPreview.Reverts(reason);
    }
    return new CallPreview.Fits(priced(limit).bounds());
  }

  private EvmFees priced(long limit) throws InterruptedException {
    BigInteger baseFee = style == EvmStyle.TIPPED ? node.latest().baseFee() : null;
    BigInteger tip = baseFee == null ? BigInteger.ZERO : node.tip();
    BigInteger price = baseFee == null ? node.gasPrice() : baseFee.add(tip);
    EvmFees fees = new EvmFees(limit, price, tip);
    if (!fees.isPlausible()) {
      throw new NodeUnavailable("the node asks what no chain does: " + fees, null);
    }
    return fees;
  }

  @Override
  public SeenAttempt status(String hash) throws InterruptedException {
    EthReceipt receipt = node.receipt(hash);
    EthTransaction known = receipt == null || receipt.reverted() ? node.transaction(hash) : null;
    if (receipt == null) {
      // One that landed between the two questions is seen to have at the next look.
      return known == null ? SeenAttempt.UNKNOWN : SeenAttempt.WAITING;
    }
    String reason = known == null ? null : reason(known.call(), receipt.block().number());
    return new SeenAttempt(Stage.ACCEPTED, receipt.reverted(), reason);
  }

  /// No node keeps why a transaction was reverted: it is called again, as it was, behind what its
  /// block held, and else before that. Null where neither is reverted any more.
  private @Nullable String reason(EthCall call, long block) throws InterruptedException {
    for (long at = block; at >= 0 && at >= block - 1; at--) {
      try {
        node.call(call, EthNode.at(at));
      } catch (NodeRefusal e) {
        String reason = EvmRevert.reason(e);
        if (reason != null) {
          return reason;
        }
      }
    }
    return null;
  }

  @Override
  public @Nullable ChainOutcome outcome(String hash) throws InterruptedException {
    EthReceipt receipt = node.receipt(hash);
    return receipt == null
        ? null
        : new ChainOutcome(
            hash, receipt.reverted(), receipt.fee(), marked(receipt.block()), List.of());
  }
}
