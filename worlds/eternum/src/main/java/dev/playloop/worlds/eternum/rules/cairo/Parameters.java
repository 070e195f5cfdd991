package dev.playloop.worlds.eternum.rules.cairo;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.simulator.ContractPanic;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// The calldata of one call, read as the wrapper that Cairo's compiler puts around an entrypoint
/// reads it: parameter after parameter, then nothing may be left over; only then the entrypoint
/// begins. What Serde refuses panics with the parameter's number. For one thread.
public final class Parameters {
  /// One above the largest contract address.
  private static final BigInteger ADDRESSES = BigInteger.TWO.pow(251);

  private final List<Felt> words;
  private int next;
  private int number;
  private boolean inside;
  private boolean ended;

  public Parameters(List<Felt> words) {
    this.words = List.copyOf(words);
  }

  public Uint u8() {
    return uint(8);
  }

  public Uint u16() {
    return uint(16);
  }

  public Uint u32() {
    return uint(32);
  }

  public Uint u64() {
    return uint(64);
  }

  public Uint u128() {
    return uint(128);
  }

  private Uint uint(int bits) {
    BigInteger value = word().value();
    if (!Uint.fits(bits, value)) {
      throw refused();
    }
    return Uint.of(bits, value);
  }

  /// Any word but zero is true: Cairo 2.19 compares with zero and refuses nothing.
  public boolean bool() {
    return !word().isZero();
  }

  public Felt felt() {
    return word();
  }

  public Felt address() {
    Felt word = word();
    if (word.value().compareTo(ADDRESSES) >= 0) {
      throw refused();
    }
    return word;
  }

  /// A value of an enum without data: its place among the variants.
  public int variant(int variants) {
    Felt word = word();
    if (word.value().bitLength() > 31 || word.value().intValueExact() >= variants) {
      throw refused();
    }
    return word.value().intValueExact();
  }

  /// A value of an enum of ours whose constants stand in the contract's order.
  public <E extends Enum<E>> E constant(Class<E> type) {
    E[] constants = type.getEnumConstants();
    return constants[variant(constants.length)];
  }

  /// Several words that are one parameter: a struct or a tuple.
  public <T> T whole(Function<Parameters, T> reader) {
    if (inside) {
      return reader.apply(this);
    }
    number++;
    inside = true;
    try {
      return reader.apply(this);
    } finally {
      inside = false;
    }
  }

  /// A length, then that many items: never more than there are words.
  public <T> List<T> span(Function<Parameters, T> item) {
    return whole(it -> {
      BigInteger length = word().value();
      List<T> items = new ArrayList<>();
      for (BigInteger i = BigInteger.ZERO; i.compareTo(length) < 0; i = i.add(BigInteger.ONE)) {
        if (next >= words.size()) {
          throw refused();
        }
        items.add(item.apply(it));
      }
      return List.copyOf(items);
    });
  }

  /// Nothing may be left over. To be called before the entrypoint does anything.
  public void end() {
    if (next < words.size()) {
      throw ContractPanic.of("Input too long for arguments");
    }
    ended = true;
  }

  /// Whether [#end] was reached: an entrypoint that forgot it is a mistake of ours.
  public boolean ended() {
    return ended;
  }

  private Felt word() {
    if (!inside) {
      number++;
    }
    if (next >= words.size()) {
      throw refused();
    }
    return words.get(next++);
  }

  private ContractPanic refused() {
    return ContractPanic.of("Failed to deserialize param #" + number);
  }
}
