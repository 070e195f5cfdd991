package dev.playloop.worlds.eternum.rules;

import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Breaks calldata: cut, too long, or with a word at an edge of some integer.
final class Mischief {
  private static final List<BigInteger> EDGES = edges();

  private final Random random;

  Mischief(Random random) {
    this.random = random;
  }

  private static List<BigInteger> edges() {
    List<BigInteger> edges = new ArrayList<>(List.of(BigInteger.ZERO, BigInteger.ONE));
    for (int bits : new int[] {8, 16, 31, 32, 63, 64, 127, 128, 248, 250, 251}) {
      edges.add(BigInteger.TWO.pow(bits));
      edges.add(BigInteger.TWO.pow(bits).subtract(BigInteger.ONE));
    }
    edges.add(Felt.PRIME.subtract(BigInteger.ONE));
    edges.add(BigInteger.valueOf(100_000));
    return List.copyOf(edges);
  }

  /// The calls, one of which is broken.
  List<ContractCall> broken(List<ContractCall> calls) {
    List<ContractCall> all = new ArrayList<>(calls);
    int which = random.nextInt(all.size());
    ContractCall call = all.get(which);
    all.set(which, new ContractCall(call.to(), call.entrypoint(), words(call.calldata())));
    return List.copyOf(all);
  }

  private List<Felt> words(List<Felt> calldata) {
    List<Felt> words = new ArrayList<>(calldata);
    int place = words.isEmpty() ? 0 : random.nextInt(words.size());
    switch (words.isEmpty() ? 1 : random.nextInt(5)) {
      case 0 -> words.subList(place, words.size()).clear();
      case 1 -> words.add(edge());
      case 2 -> words.remove(place);
      default -> words.set(place, edge());
    }
    return words;
  }

  private Felt edge() {
    return Felt.of(EDGES.get(random.nextInt(EDGES.size())));
  }
}
