package dev.playloop.chaos.system;

import java.net.URI;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Which chain the Eternum of a system is played on.
///
/// @param devnet the program of a starknet-devnet; null: the simulated chain
/// @param wire what stands between workers and the node's address: it is given that, and gives
///   theirs
/// @param heal called once no more faults are to come
public record ChainChoice(@Nullable Path devnet, UnaryOperator<URI> wire, Runnable heal) {
  public static final ChainChoice SIMULATED =
      new ChainChoice(null, UnaryOperator.identity(), () -> {});
}
