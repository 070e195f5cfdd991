package dev.playloop.worlds.eternum.rules.cairo;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.simulator.ContractPanic;
import java.math.BigInteger;

/// An unsigned integer of Cairo: both sides of an operation have one width, and what does not fit
/// panics with the words of Cairo's core library. Immutable.
public final class Uint implements Comparable<Uint> {
  private final int bits;
  private final BigInteger value;

  private Uint(int bits, BigInteger value) {
    this.bits = bits;
    this.value = value;
  }

  public static Uint u8(long value) {
    return of(8, BigInteger.valueOf(value));
  }

  public static Uint u16(long value) {
    return of(16, BigInteger.valueOf(value));
  }

  public static Uint u32(long value) {
    return of(32, BigInteger.valueOf(value));
  }

  public static Uint u64(long value) {
    return of(64, BigInteger.valueOf(value));
  }

  public static Uint u128(long value) {
    return of(128, BigInteger.valueOf(value));
  }

  /// Throws [IllegalArgumentException] where the value has not that width: a mistake of ours.
  public static Uint of(int bits, BigInteger value) {
    if (!fits(bits, value)) {
      throw new IllegalArgumentException(value + " is no u" + bits);
    }
    return new Uint(bits, value);
  }

  static boolean fits(int bits, BigInteger value) {
    return value.signum() >= 0 && value.bitLength() <= bits;
  }

  public Uint plus(Uint other) {
    return checked("_add Overflow", value.add(same(other).value));
  }

  public Uint plus(long other) {
    return plus(of(bits, BigInteger.valueOf(other)));
  }

  public Uint minus(Uint other) {
    return checked("_sub Overflow", value.subtract(same(other).value));
  }

  public Uint minus(long other) {
    return minus(of(bits, BigInteger.valueOf(other)));
  }

  public Uint times(Uint other) {
    return checked("_mul Overflow", value.multiply(same(other).value));
  }

  public Uint times(long other) {
    return times(of(bits, BigInteger.valueOf(other)));
  }

  /// Rounds down.
  public Uint over(Uint other) {
    return new Uint(bits, value.divide(divisor(other)));
  }

  public Uint over(long other) {
    return over(of(bits, BigInteger.valueOf(other)));
  }

  /// What the division leaves.
  public Uint rest(Uint other) {
    return new Uint(bits, value.mod(divisor(other)));
  }

  public Uint rest(long other) {
    return rest(of(bits, BigInteger.valueOf(other)));
  }

  private BigInteger divisor(Uint other) {
    if (same(other).isZero()) {
      throw ContractPanic.of("Division by 0");
    }
    return other.value;
  }

  private Uint checked(String trouble, BigInteger result) {
    if (!fits(bits, result)) {
      throw ContractPanic.of("u" + bits + trouble);
    }
    return new Uint(bits, result);
  }

  private Uint same(Uint other) {
    if (other.bits != bits) {
      throw new IllegalArgumentException("a u" + bits + " and a u" + other.bits);
    }
    return other;
  }

  /// As `into()`, to a width that is not less.
  public Uint into(int width) {
    if (width < bits) {
      throw new IllegalArgumentException(
          "a u" + bits + " goes into a u" + width + " by fit() only");
    }
    return new Uint(width, value);
  }

  /// As `try_into().unwrap()`.
  public Uint fit(int width) {
    if (!fits(width, value)) {
      throw ContractPanic.of("Option::unwrap failed.");
    }
    return new Uint(width, value);
  }

  public Uint min(Uint other) {
    return compareTo(other) <= 0 ? this : other;
  }

  public Uint max(Uint other) {
    return compareTo(other) >= 0 ? this : other;
  }

  public boolean isZero() {
    return value.signum() == 0;
  }

  public boolean above(Uint other) {
    return compareTo(other) > 0;
  }

  public boolean below(Uint other) {
    return compareTo(other) < 0;
  }

  public boolean atLeast(Uint other) {
    return compareTo(other) >= 0;
  }

  public boolean is(long other) {
    return value.equals(BigInteger.valueOf(other));
  }

  public BigInteger value() {
    return value;
  }

  /// Throws [ArithmeticException] above 2^63 - 1: for widths up to 32 it never does.
  public long toLong() {
    return value.longValueExact();
  }

  public int toInt() {
    return value.intValueExact();
  }

  /// Throws [IllegalArgumentException] for a u256 above the field.
  public Felt felt() {
    return Felt.of(value);
  }

  @Override
  public int compareTo(Uint other) {
    return value.compareTo(same(other).value);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Uint that && bits == that.bits && value.equals(that.value);
  }

  @Override
  public int hashCode() {
    return value.hashCode();
  }

  /// In digits, as `"{}"` prints it.
  @Override
  public String toString() {
    return value.toString();
  }
}
