package dev.playloop.worlds.chain.evm;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.node.RpcValue;
import java.math.BigInteger;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What a node says in `eth_…`, read by type. Pure functions; each throws
/// [dev.playloop.worlds.chain.node.NodeUnavailable] for what is of another one.
final class EthReplies {
  private static final Pattern ADDRESS = Pattern.compile("0x[0-9a-fA-F]{40}");
  private static final int HASH = 32;
  private static final int MAX_BYTES = 64 * 1024;

  private EthReplies() {}

  /// @param baseFee null of a chain whose transactions have one price
  record EthBlock(long number, String hash, @Nullable BigInteger baseFee) {}

  /// @param block null while it waits
  record EthTransaction(EthCall call, @Nullable Long block) {}

  /// A call as it is asked about.
  ///
  /// @param gas the most that it may take; null: what a block has
  record EthCall(String from, String to, String data, @Nullable Long gas) {}

  record EthReceipt(EthBlock block, boolean reverted, BigInteger fee) {}

  static @Nullable EthBlock block(RpcValue value) {
    if (value.isNothing()) {
      return null;
    }
    RpcValue baseFee = value.optional("baseFeePerGas");
    return new EthBlock(
        value.field("number").u64(),
        hash(value.field("hash")),
        baseFee == null ? null : baseFee.u128());
  }

  /// @param hash of which transaction
  static @Nullable EthTransaction transaction(String hash, RpcValue value) {
    if (value.isNothing()) {
      return null;
    }
    requireSame(hash, value.field("hash"));
    RpcValue block = value.optional("blockNumber");
    RpcValue to = value.optional("to");
    return new EthTransaction(
        new EthCall(
            address(value.field("from")),
            to == null ? EvmAddress.text(Felt.ZERO) : address(to),
            bytes(value.field("input")),
            value.field("gas").u64()),
        block == null ? null : block.u64());
  }

  /// @param hash of which transaction
  static @Nullable EthReceipt receipt(String hash, RpcValue value) {
    if (value.isNothing()) {
      return null;
    }
    requireSame(hash, value.field("transactionHash"));
    BigInteger used = value.field("gasUsed").u128();
    long status = value.field("status").u64();
    if (status > 1) {
      throw value.field("status").wrong("0x0 or 0x1");
    }
    return new EthReceipt(
        new EthBlock(value.field("blockNumber").u64(), hash(value.field("blockHash")), null),
        status == 0,
        used.multiply(value.field("effectiveGasPrice").u128()));
  }

  private static void requireSame(String hash, RpcValue told) {
    if (!hash(told).equals(hash)) {
      throw told.wrong("the transaction that was asked for, " + hash);
    }
  }

  static String hash(RpcValue value) {
    String text = bytes(value);
    if (text.length() != 2 + 2 * HASH) {
      throw value.wrong("0x and 64 hex digits");
    }
    return text;
  }

  private static String address(RpcValue value) {
    String text = value.text();
    if (!ADDRESS.matcher(text).matches()) {
      throw value.wrong("0x and 40 hex digits");
    }
    return text;
  }

  static String bytes(RpcValue value) {
    String text = value.text();
    if (!EvmHex.isBytes(text, MAX_BYTES)) {
      throw value.wrong("0x and the hex digits of up to 64 KiB");
    }
    return text;
  }
}
