package dev.playloop.worlds.eternum.index;

import dev.playloop.worlds.chain.Felt;
import java.math.BigInteger;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/// What a key or a field is on the chain, and how a row has it, as Torii does: small numbers and
/// booleans as numbers, all else as text. Hex is padded to its type's width, so that text is
/// ordered as the numbers are.
sealed interface WordType {
  /// Takes its words. Throws [UnreadableEvent] where they are none of it.
  Object take(Iterator<Felt> words);

  /// What a row has where there is no record.
  Object none();

  /// Whether SQLite keeps it as a number.
  default boolean isNumber() {
    return none() instanceof Long;
  }

  /// A number of at most 32 bits, a boolean being one of 1 bit.
  record Small(int bits) implements WordType {
    @Override
    public Object take(Iterator<Felt> words) {
      return bounded(words, bits).longValueExact();
    }

    @Override
    public Object none() {
      return 0L;
    }
  }

  /// A number of at most 252 bits, as hex of `digits` digits.
  record Hex(int bits, int digits) implements WordType {
    @Override
    public Object take(Iterator<Felt> words) {
      return hex(bounded(words, bits), digits);
    }

    @Override
    public Object none() {
      return hex(BigInteger.ZERO, digits);
    }
  }

  /// One of these by its number, as its name.
  record Variant(List<String> names) implements WordType {
    public Variant {
      names = List.copyOf(names);
    }

    @Override
    public Object take(Iterator<Felt> words) {
      BigInteger index = word(words).value();
      if (index.compareTo(BigInteger.valueOf(names.size())) >= 0) {
        throw new UnreadableEvent("a variant out of range");
      }
      return names.get(index.intValueExact());
    }

    @Override
    public Object none() {
      return names.getFirst();
    }
  }

  /// Up to 31 characters in one word. What is no printable ASCII in it becomes `?`.
  record ShortText() implements WordType {
    private static final int BITS = 248;

    @Override
    public Object take(Iterator<Felt> words) {
      byte[] bytes = bounded(words, BITS).toByteArray();
      StringBuilder text = new StringBuilder();
      for (int i = bytes[0] == 0 ? 1 : 0; i < bytes.length; i++) {
        text.append(bytes[i] >= 0x20 && bytes[i] < 0x7F ? (char) bytes[i] : '?');
      }
      return text.toString();
    }

    @Override
    public Object none() {
      return "";
    }
  }

  /// Amounts of resources: their count, then type and amount of each. As JSON text.
  record Resources() implements WordType {
    private static final int MAX = 64;

    @Override
    public Object take(Iterator<Felt> words) {
      int count = bounded(words, 8).intValueExact();
      if (count > MAX) {
        throw new UnreadableEvent("a list that is too long");
      }
      StringBuilder json = new StringBuilder("[");
      for (int i = 0; i < count; i++) {
        BigInteger type = bounded(words, 8);
        json.append(i == 0 ? "" : ",")
            .append("{\"resource_type\":")
            .append(type)
            .append(",\"amount\":\"")
            .append(hex(bounded(words, 128), 32))
            .append("\"}");
      }
      return json.append(']').toString();
    }

    @Override
    public Object none() {
      return "[]";
    }
  }

  private static BigInteger bounded(Iterator<Felt> words, int bits) {
    BigInteger value = word(words).value();
    if (value.bitLength() > bits) {
      throw new UnreadableEvent("a number of more than " + bits + " bits");
    }
    return value;
  }

  private static Felt word(Iterator<Felt> words) {
    try {
      return words.next();
    } catch (NoSuchElementException e) {
      throw new UnreadableEvent("too few words");
    }
  }

  private static String hex(BigInteger value, int digits) {
    String text = value.toString(16);
    return "0x" + "0".repeat(digits - text.length()) + text;
  }
}
