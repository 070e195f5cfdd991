package dev.playloop.worlds.chain.evm;

import dev.playloop.worlds.chain.backend.SendAnswer;
import dev.playloop.worlds.chain.node.NodeRefusal;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// What a node means that does not take a transaction. Its codes say nothing: each of these words
/// has the code -32000 at one node and another code at the next; so the words are looked for, those
/// of go-ethereum and of those that follow it. Pure functions.
final class SendRefusals {
  private static final List<String> KNOWN =
      List.of("already known", "alreadyknown", "already imported", "known transaction");
  private static final List<String> NONCE = List.of("nonce too low", "nonce too high", "oldnonce");
  private static final List<String> CHEAP =
      List.of("underpriced", "less than block base fee", "fee too low", "feetoolow", "below base");
  private static final List<String> POOR = List.of("insufficient funds");

  /// Words that no node says of a transaction that it may yet have taken in.
  private static final List<String> NEVER =
      List.of(
          "intrinsic gas too low",
          "exceeds block gas limit",
          "invalid sender",
          "invalid chain id",
          "invalid signature",
          "transaction type not supported",
          "max priority fee per gas higher than max fee per gas",
          "tip above fee cap",
          "exceeds the configured cap",
          "oversized data");

  private SendRefusals() {}

  /// Null where it can't be told whether the transaction was taken in.
  static @Nullable SendAnswer answer(NodeRefusal refusal) {
    String reason = String.valueOf(refusal.getMessage());
    String words = reason.toLowerCase(Locale.ROOT);
    if (says(words, KNOWN)) {
      return new SendAnswer.Taken();
    }
    if (says(words, NONCE)) {
      return new SendAnswer.WrongNonce();
    }
    if (says(words, CHEAP)) {
      return new SendAnswer.TooCheap(reason);
    }
    if (says(words, POOR)) {
      return new SendAnswer.Refused("balance_too_low", reason);
    }
    return says(words, NEVER) ? new SendAnswer.Refused("not_taken", reason) : null;
  }

  private static boolean says(String words, List<String> any) {
    return any.stream().anyMatch(words::contains);
  }
}
