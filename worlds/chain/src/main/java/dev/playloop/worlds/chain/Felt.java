package dev.playloop.worlds.chain;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Printable;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;

/// An element of Starknet's field, 0 to 2^251 + 17·2^192: every word of calldata, every address and
/// every hash is one. Written as `0x` and lower-case hex without leading zeros. Immutable.
public final class Felt implements Comparable<Felt> {
  /// The field's prime, 2^251 + 17·2^192 + 1.
  public static final BigInteger PRIME =
      BigInteger.TWO
          .pow(251)
          .add(BigInteger.valueOf(17).multiply(BigInteger.TWO.pow(192)))
          .add(BigInteger.ONE);

  public static final Felt ZERO = new Felt(BigInteger.ZERO);
  public static final Felt ONE = new Felt(BigInteger.ONE);

  /// Digits of the largest one.
  private static final int MAX_HEX = 64;

  private static final int SHORT_STRING = 31;

  private final BigInteger value;

  private Felt(BigInteger value) {
    this.value = value;
  }

  /// Throws [IllegalArgumentException] where the number is not below the prime, or is negative.
  public static Felt of(BigInteger value) {
    if (value.signum() < 0 || value.compareTo(PRIME) >= 0) {
      throw new IllegalArgumentException(
          "no element of the field, which goes from 0 to 2^251 + 17*2^192");
    }
    return new Felt(value);
  }

  /// Throws [IllegalArgumentException] where the number is negative.
  public static Felt of(long value) {
    return of(BigInteger.valueOf(value));
  }

  /// Any number by its remainder.
  public static Felt mod(BigInteger value) {
    return new Felt(value.mod(PRIME));
  }

  /// Reads `0x` and hex digits of either case, leading zeros too, at most 64 in all: what files,
  /// models and nodes write. Throws [InvalidValueException] that names the field.
  public static Felt parse(String field, String text) {
    if (text.length() < 3 || text.length() > MAX_HEX + 2 || !text.startsWith("0x")) {
      throw notOne(field, text);
    }
    for (int i = 2; i < text.length(); i++) {
      if (Character.digit(text.charAt(i), 16) < 0 || text.charAt(i) > 'f') {
        throw notOne(field, text);
      }
    }
    BigInteger value = new BigInteger(text.substring(2), 16);
    if (value.compareTo(PRIME) >= 0) {
      throw notOne(field, text);
    }
    return new Felt(value);
  }

  /// As [#parse]; throws [InvalidValueException] for the field `felt`.
  @JsonCreator
  public static Felt hex(String text) {
    return parse("felt", text);
  }

  private static InvalidValueException notOne(String field, String text) {
    String got = text.isEmpty() ? "an empty text" : Printable.brief(text, MAX_HEX + 6);
    return new InvalidValueException(
        field, "0x and 1 to 64 hex digits, below Starknet's prime", got);
  }

  /// Up to 31 ASCII characters in one word, the first one highest. Throws
  /// [IllegalArgumentException] for others.
  public static Felt shortString(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (bytes.length > SHORT_STRING || bytes.length != text.length()) {
      throw new IllegalArgumentException("a short string has at most 31 ASCII characters");
    }
    return new Felt(new BigInteger(1, bytes));
  }

  public BigInteger value() {
    return value;
  }

  public boolean isZero() {
    return value.signum() == 0;
  }

  /// Throws [ArithmeticException] where it is above 2^63 - 1.
  public long toLong() {
    return value.longValueExact();
  }

  @JsonValue
  public String hex() {
    return "0x" + value.toString(16);
  }

  /// `0x` and 64 digits, as indexers write addresses.
  public String padded() {
    String digits = value.toString(16);
    return "0x" + "0".repeat(MAX_HEX - digits.length()) + digits;
  }

  /// 32 bytes, the highest first.
  public byte[] bytes() {
    byte[] padded = new byte[32];
    byte[] raw = value.toByteArray();
    int skip = raw.length > 32 ? raw.length - 32 : 0;
    System.arraycopy(raw, skip, padded, 32 - (raw.length - skip), raw.length - skip);
    return padded;
  }

  @Override
  public int compareTo(Felt other) {
    return value.compareTo(other.value);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Felt that && value.equals(that.value);
  }

  @Override
  public int hashCode() {
    return value.hashCode();
  }

  @Override
  public String toString() {
    return hex();
  }
}
