package dev.playloop.worlds.chain.simulator.pool;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.node.NodeRefusal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/// What the chain does not take, or does not know, with code and text of the node's RPC as a devnet
/// 0.10.1 gives them. Nothing has changed.
public final class ChainRefusal extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final int UNEXPECTED = 63;
  private static final int BAD_TOKEN = 33;
  private static final int NO_ENTRYPOINT = 21;

  private final int code;
  private final @Nullable String data;

  private ChainRefusal(int code, String message, @Nullable String data) {
    super(message);
    this.code = code;
    this.data = data;
  }

  public int code() {
    return code;
  }

  public @Nullable String data() {
    return data;
  }

  public static ChainRefusal nonce(Felt account, BigInteger next, BigInteger got) {
    return new ChainRefusal(
        NodeRefusal.INVALID_NONCE,
        "Invalid transaction nonce",
        "Invalid transaction nonce of contract at address "
            + account.padded()
            + ". Account nonce: "
            + next
            + "; got: "
            + got
            + ".");
  }

  public static ChainRefusal bounds() {
    return new ChainRefusal(
        NodeRefusal.BOUNDS_TOO_SMALL,
        "The transaction's resources don't cover validation or the minimal transaction fee",
        null);
  }

  public static ChainRefusal balance() {
    return new ChainRefusal(
        NodeRefusal.BALANCE_TOO_LOW,
        "Account balance is smaller than the transaction's maximal fee (calculated as the sum of"
            + " each resource's limit x max price)",
        null);
  }

  public static ChainRefusal validation(String why) {
    return new ChainRefusal(NodeRefusal.VALIDATION_FAILED, "Account validation failed", why);
  }

  public static ChainRefusal duplicate() {
    return new ChainRefusal(NodeRefusal.DUPLICATE, "Duplicate transaction", null);
  }

  public static ChainRefusal underpriced() {
    return new ChainRefusal(
        NodeRefusal.REPLACEMENT_UNDERPRICED, "Replacement transaction is underpriced", null);
  }

  public static ChainRefusal blockNotFound() {
    return new ChainRefusal(NodeRefusal.BLOCK_NOT_FOUND, "Block not found", null);
  }

  public static ChainRefusal contractNotFound() {
    return new ChainRefusal(NodeRefusal.CONTRACT_NOT_FOUND, "Contract not found", null);
  }

  public static ChainRefusal noEntrypoint() {
    return new ChainRefusal(
        NO_ENTRYPOINT, "Requested entrypoint does not exist in the contract", null);
  }

  public static ChainRefusal badToken() {
    return new ChainRefusal(
        BAD_TOKEN, "The supplied continuation token is invalid or unknown", null);
  }

  public static ChainRefusal unexpected(String why) {
    return new ChainRefusal(UNEXPECTED, "An unexpected error occurred", why);
  }

  public static ChainRefusal hashNotFound() {
    return new ChainRefusal(NodeRefusal.HASH_NOT_FOUND, "Transaction hash not found", null);
  }
}
