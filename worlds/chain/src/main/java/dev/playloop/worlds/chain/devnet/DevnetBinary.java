package dev.playloop.worlds.chain.devnet;

import dev.playloop.settings.OnPath;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Where the program of a devnet is.
public final class DevnetBinary {
  public static final String NAME = "starknet-devnet";

  /// How somebody gets it.
  public static final String REMEDY = "cargo install starknet-devnet --version 0.10.1 --locked";

  private DevnetBinary() {}

  /// The first executable of that name in the folders of a `PATH`; null where there is none.
  public static @Nullable Path on(@Nullable String path) {
    return OnPath.find(NAME, path).orElse(null);
  }
}
