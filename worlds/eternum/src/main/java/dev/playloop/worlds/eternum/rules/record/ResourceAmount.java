package dev.playloop.worlds.eternum.rules.record;

import dev.playloop.worlds.eternum.rules.cairo.Parameters;
import dev.playloop.worlds.eternum.rules.cairo.Uint;

/// So much of a resource.
///
/// @param resource a u8, which need not be one of the game
/// @param amount a u128, times 1e9
public record ResourceAmount(Uint resource, Uint amount) {
  /// From calldata, where a list of them is a `Span<(u8, u128)>`.
  public static ResourceAmount read(Parameters parameters) {
    return new ResourceAmount(parameters.u8(), parameters.u128());
  }
}
