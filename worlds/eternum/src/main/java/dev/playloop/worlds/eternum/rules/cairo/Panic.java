package dev.playloop.worlds.eternum.rules.cairo;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.simulator.ContractPanic;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// How a contract refuses. Cairo knows two ways: `assert(…, 'short')` panics with one word,
/// `assert!(…, "text")` with a mark and a ByteArray, which has no bound of 31 characters.
public final class Panic {
  /// `BYTE_ARRAY_MAGIC` of Cairo's core library: a ByteArray follows.
  public static final Felt TEXT =
      Felt.hex("0x46a6158a16a947e5916b2a2ca68501a45e93d7110e81aa2d6438b1c57c879a3");

  private static final int WORD = 31;

  private Panic() {}

  /// As `assert!(holds, "text")`.
  public static void unless(boolean holds, String text) {
    if (!holds) {
      throw text(text);
    }
  }

  /// As `assert(holds, 'short')`.
  public static void shortUnless(boolean holds, String text) {
    if (!holds) {
      throw ContractPanic.of(text);
    }
  }

  /// As `panic!("text")`.
  public static ContractPanic text(String text) {
    List<Felt> data = new ArrayList<>();
    data.add(TEXT);
    data.addAll(byteArray(text));
    return new ContractPanic(data);
  }

  /// A ByteArray as Serde writes it: whole words of 31 bytes behind their number, then the rest and
  /// its length.
  public static List<Felt> byteArray(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    int whole = bytes.length / WORD;
    List<Felt> words = new ArrayList<>(whole + 3);
    words.add(Felt.of(whole));
    for (int i = 0; i < whole; i++) {
      words.add(word(bytes, i * WORD, (i + 1) * WORD));
    }
    words.add(word(bytes, whole * WORD, bytes.length));
    words.add(Felt.of(bytes.length - whole * WORD));
    return words;
  }

  private static Felt word(byte[] bytes, int from, int to) {
    return Felt.of(new BigInteger(1, Arrays.copyOfRange(bytes, from, to)));
  }
}
