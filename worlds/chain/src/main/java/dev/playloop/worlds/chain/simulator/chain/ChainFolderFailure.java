package dev.playloop.worlds.chain.simulator.chain;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The folder of a chain can't be read or written.
public final class ChainFolderFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ChainFolderFailure(Path folder, String why, @Nullable Throwable cause) {
    super("the simulated chain's folder " + folder + ": " + why, cause);
  }
}
