package dev.playloop.worlds.chain.declare;

import dev.playloop.worlds.chain.Felt;
import java.util.List;
import java.util.function.Function;

/// What can be called of a class, of each kind in its order.
record EntryPoints<T>(List<T> external, List<T> l1Handlers, List<T> constructors) {
  static <T> EntryPoints<T> of(Function<String, List<T>> kind) {
    return new EntryPoints<>(
        kind.apply("EXTERNAL"), kind.apply("L1_HANDLER"), kind.apply("CONSTRUCTOR"));
  }

  /// The three hashes in the order of both class hashes.
  List<Felt> hashes(Function<List<T>, Felt> hash) {
    return List.of(hash.apply(external), hash.apply(l1Handlers), hash.apply(constructors));
  }
}
