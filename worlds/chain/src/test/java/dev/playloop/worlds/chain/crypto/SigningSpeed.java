package dev.playloop.worlds.chain.crypto;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.InvokeTransaction;
import dev.playloop.worlds.chain.Signature;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.IntConsumer;

/// Prints how long it takes to sign, to verify and to hash: a benchmark, and no test.
final class SigningSpeed {
  private static final int WARM_UP = 300;
  private static final int ROUNDS = 1_000;

  private SigningSpeed() {}

  public static void main(String[] arguments) {
    RandomValues values = new RandomValues(1);
    long began = System.nanoTime();
    KeySigner signer = KeySigner.of(values.privateKey().value());
    Felt hash = values.message();
    Signature signature = signer.sign(hash);
    print("the first signature, with its tables", System.nanoTime() - began);
    VerifyingKey key = VerifyingKey.of(signer.publicKey());
    InvokeTransaction invoke = values.invoke();
    measure("sign", i -> signer.sign(Felt.of(i + 1L)));
    measure("verify", i -> key.verifies(hash, signature));
    measure(
        "hash an invoke of %d words".formatted(invoke.calldata().size()), i -> invoke.hash(hash));
    measure("Pedersen of two", i -> Pedersen.hash(hash, Felt.of(i)));
  }

  private static void measure(String what, IntConsumer work) {
    for (int i = 0; i < WARM_UP; i++) {
      work.accept(i);
    }
    long[] times = new long[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
      long began = System.nanoTime();
      work.accept(i);
      times[i] = System.nanoTime() - began;
    }
    Arrays.sort(times);
    print(what + ", median", times[ROUNDS / 2]);
    print(what + ", 99 of 100", times[ROUNDS * 99 / 100]);
  }

  private static void print(String what, long nanos) {
    System.out.printf(Locale.ROOT, "%-45s %8.3f ms%n", what, nanos / 1e6);
  }
}
