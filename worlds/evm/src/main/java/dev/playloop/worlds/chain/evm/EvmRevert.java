package dev.playloop.worlds.chain.evm;

import dev.playloop.schemas.Printable;
import dev.playloop.worlds.chain.node.NodeRefusal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Why a call is reverted, from what a node says when it is asked to make it. Pure functions. What
/// contracts say may be anything: it is read within bounds, and becomes one printable line.
final class EvmRevert {
  /// `Error(string)`: what `require` and `revert` say.
  private static final String ERROR = "0x08c379a0";

  /// `Panic(uint256)`: what the compiler guards against.
  private static final String PANIC = "0x4e487b71";

  private static final int SELECTOR = 4;
  private static final int MAX_BYTES = 4 * 1024;
  private static final int WORD = 32;
  private static final int MAX_TEXT = 300;
  private static final int REVERTED = 3;

  /// What nodes say of a call that would end without a word of its contract.
  private static final List<String> ENDINGS =
      List.of(
          "revert",
          "evm error", // of REVM, for whatever ends a call
          "out of gas",
          "intrinsic gas",
          "gas required exceeds",
          "invalid opcode",
          "stack underflow",
          "stack overflow");

  private EvmRevert() {}

  /// Null where the refusal says nothing of the call itself.
  static @Nullable String reason(NodeRefusal refusal) {
    byte[] data = data(refusal.data());
    if (data != null) {
      return decoded(data);
    }
    String message = String.valueOf(refusal.getMessage());
    String lower = message.toLowerCase(Locale.ROOT);
    return refusal.code() == REVERTED || ENDINGS.stream().anyMatch(lower::contains)
        ? Printable.brief(message, MAX_TEXT)
        : null;
  }

  /// Nodes put it there as it is, or as a text within a text.
  private static byte @Nullable [] data(String told) {
    String bare = told.startsWith("\"") && told.endsWith("\"") ? told.replace("\"", "") : told;
    byte[] data = EvmHex.isBytes(bare, MAX_BYTES) ? EvmHex.bytes(bare) : null;
    return data == null || data.length < SELECTOR ? null : data;
  }

  private static String decoded(byte[] data) {
    String selector = EvmHex.text(Arrays.copyOf(data, SELECTOR));
    byte[] body = Arrays.copyOfRange(data, SELECTOR, data.length);
    String text = null;
    if (selector.equals(ERROR)) {
      text = text(body);
    } else if (selector.equals(PANIC) && body.length == WORD) {
      text = "panic 0x" + new BigInteger(1, body).toString(16);
    }
    return text == null ? "the contract's error " + selector : text;
  }

  /// The only argument, a text: where it begins, how long it is, its bytes.
  private static @Nullable String text(byte[] body) {
    int start = word(body, 0);
    int length = start == WORD ? word(body, start) : -1;
    if (length < 0 || length > body.length - 2 * WORD) {
      return null;
    }
    String text = new String(body, 2 * WORD, length, StandardCharsets.UTF_8);
    return text.isBlank() ? "reverted without a reason" : Printable.brief(text, MAX_TEXT);
  }

  /// -1 where it is not there, or above what can be.
  private static int word(byte[] body, int at) {
    if (at + WORD > body.length) {
      return -1;
    }
    BigInteger value = new BigInteger(1, body, at, WORD);
    return value.bitLength() < Short.SIZE ? value.intValue() : -1;
  }
}
