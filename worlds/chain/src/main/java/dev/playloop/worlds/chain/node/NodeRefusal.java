package dev.playloop.worlds.chain.node;

import dev.playloop.schemas.Printable;

/// A node has answered with an error of its RPC. Nothing was taken in.
public final class NodeRefusal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public static final int CONTRACT_NOT_FOUND = 20;
  public static final int BLOCK_NOT_FOUND = 24;
  public static final int CLASS_HASH_NOT_FOUND = 28;
  public static final int HASH_NOT_FOUND = 29;
  public static final int CONTRACT_ERROR = 40;
  public static final int EXECUTION_ERROR = 41;
  public static final int CLASS_ALREADY_DECLARED = 51;
  public static final int INVALID_NONCE = 52;
  public static final int BOUNDS_TOO_SMALL = 53;
  public static final int BALANCE_TOO_LOW = 54;
  public static final int VALIDATION_FAILED = 55;
  public static final int DUPLICATE = 59;
  public static final int REPLACEMENT_UNDERPRICED = 64;
  public static final int FEE_BELOW_MINIMUM = 65;

  /// A node's data may be a trace of many pages.
  private static final int MAX_MESSAGE = 300;

  private final int code;
  private final String data;

  /// @param data the error's data as text, empty where it has none
  public NodeRefusal(int code, String message, String data) {
    super(Printable.brief(data.isEmpty() ? message : message + ": " + data, MAX_MESSAGE));
    this.code = code;
    this.data = data;
  }

  public int code() {
    return code;
  }

  public String data() {
    return data;
  }
}
