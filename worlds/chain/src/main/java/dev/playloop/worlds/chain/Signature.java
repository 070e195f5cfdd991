package dev.playloop.worlds.chain;

import java.util.List;

/// An ECDSA signature over Starknet's curve.
public record Signature(Felt r, Felt s) {
  public List<Felt> words() {
    return List.of(r, s);
  }
}
