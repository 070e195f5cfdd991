package dev.playloop.worlds.chain;

import java.math.BigInteger;

/// Arithmetic in Starknet's field on four words of 64 bits, the lowest first, in Montgomery's form:
/// a number x stands as x · 2^256 by the prime. Some thirty times as fast as [BigInteger], which a
/// hash of 91 rounds needs. Every argument may be the result, too. Source: P. Montgomery, "Modular
/// multiplication without trial division", 1985. Pure functions on the given arrays.
final class FieldMath {
  static final int WORDS = 4;

  /// The prime's highest word; its lowest is 1, and those between are 0.
  private static final long TOP = 0x0800000000000011L;

  private static final long[] R_SQUARED = words(BigInteger.TWO.pow(512).mod(Felt.PRIME));
  private static final long[] ONE = {1, 0, 0, 0};

  private FieldMath() {}

  /// The number in Montgomery's form.
  static long[] of(BigInteger value) {
    long[] result = words(value);
    multiply(result, R_SQUARED, result);
    return result;
  }

  /// What stands in Montgomery's form.
  static BigInteger value(long[] a) {
    long[] plain = new long[WORDS];
    multiply(a, ONE, plain);
    byte[] bytes = new byte[WORDS * Long.BYTES];
    for (int i = 0; i < bytes.length; i++) {
      int from = bytes.length - 1 - i;
      bytes[i] = (byte) (plain[from / Long.BYTES] >>> (from % Long.BYTES * Byte.SIZE));
    }
    return new BigInteger(1, bytes);
  }

  private static long[] words(BigInteger value) {
    long[] words = new long[WORDS];
    for (int i = 0; i < WORDS; i++) {
      words[i] = value.shiftRight(i * Long.SIZE).longValue();
    }
    return words;
  }

  static void add(long[] a, long[] b, long[] result) {
    long carry = 0;
    for (int i = 0; i < WORDS; i++) {
      long sum = a[i] + b[i];
      long more = sum + carry;
      carry = carry(sum, a[i]) + carry(more, sum);
      result[i] = more;
    }
    reduce(result);
  }

  static void subtract(long[] a, long[] b, long[] result) {
    long borrow = 0;
    for (int i = 0; i < WORDS; i++) {
      long difference = a[i] - b[i];
      long rest = difference - borrow;
      borrow = carry(a[i], b[i]) + carry(difference, borrow);
      result[i] = rest;
    }
    if (borrow != 0) {
      long carry = 1; // the prime's lowest word
      for (int i = 0; i < WORDS - 1; i++) {
        result[i] += carry;
        carry = carry == 1 && result[i] == 0 ? 1 : 0;
      }
      result[WORDS - 1] += TOP + carry;
    }
  }

  /// The product, and once by 2^-256. As the prime's lowest word is 1, each step's multiple of the
  /// prime is what makes the lowest word vanish: its negative.
  static void multiply(long[] a, long[] b, long[] result) {
    long t0 = 0;
    long t1 = 0;
    long t2 = 0;
    long t3 = 0;
    long t4;
    for (int i = 0; i < WORDS; i++) {
      long factor = b[i];
      long low = a[0] * factor;
      long high = Math.unsignedMultiplyHigh(a[0], factor);
      t0 += low;
      long carry = high + carry(t0, low);

      low = a[1] * factor + carry;
      high = Math.unsignedMultiplyHigh(a[1], factor) + carry(low, carry);
      t1 += low;
      carry = high + carry(t1, low);

      low = a[2] * factor + carry;
      high = Math.unsignedMultiplyHigh(a[2], factor) + carry(low, carry);
      t2 += low;
      carry = high + carry(t2, low);

      low = a[3] * factor + carry;
      high = Math.unsignedMultiplyHigh(a[3], factor) + carry(low, carry);
      t3 += low;
      t4 = high + carry(t3, low);

      long multiple = -t0;
      carry = t0 == 0 ? 0 : 1;
      t0 = t1 + carry;
      carry = carry == 1 && t0 == 0 ? 1 : 0;
      t1 = t2 + carry;
      carry = carry == 1 && t1 == 0 ? 1 : 0;
      low = multiple * TOP + carry;
      high = Math.unsignedMultiplyHigh(multiple, TOP) + carry(low, carry);
      t2 = t3 + low;
      t3 = t4 + high + carry(t2, low);
    }
    result[0] = t0;
    result[1] = t1;
    result[2] = t2;
    result[3] = t3;
    reduce(result);
  }

  /// Takes the prime away once where it fits.
  private static void reduce(long[] a) {
    if (less(a[3], TOP) || (a[3] == TOP && a[2] == 0 && a[1] == 0 && a[0] == 0)) {
      return;
    }
    long borrow = a[0] == 0 ? 1 : 0;
    a[0]--;
    long next = borrow == 1 && a[1] == 0 ? 1 : 0;
    a[1] -= borrow;
    borrow = next;
    next = borrow == 1 && a[2] == 0 ? 1 : 0;
    a[2] -= borrow;
    a[3] -= TOP + next;
  }

  /// One where a is below b, as a sum that went over is below its parts.
  private static long carry(long a, long b) {
    return less(a, b) ? 1 : 0;
  }

  private static boolean less(long a, long b) {
    return Long.compareUnsigned(a, b) < 0;
  }
}
