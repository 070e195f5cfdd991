package dev.playloop.worlds.chain.backend;

/// What a node says to a transaction that was sent to it.
public sealed interface SendAnswer {
  /// The node has it, by this or by an earlier sending.
  record Taken() implements SendAnswer {}

  /// Its nonce is used, or too high; by whom, statuses tell.
  record WrongNonce() implements SendAnswer {}

  /// It pays too little for now. Nothing was taken in.
  record TooCheap(String reason) implements SendAnswer {}

  /// It is refused as it is. Nothing was taken in.
  record Refused(String code, String reason) implements SendAnswer {}
}
