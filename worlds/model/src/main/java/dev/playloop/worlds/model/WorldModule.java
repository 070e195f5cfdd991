package dev.playloop.worlds.model;

import dev.playloop.settings.SettingKey;
import dev.playloop.settings.Settings;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A world as a build installs it, not yet opened: all that others know of it beside its pure half.
/// Immutable; for all threads.
public interface WorldModule {
  /// The pure half.
  World world();

  /// The settings that [#open] and [#images] read; the one that names the world's server first.
  default List<SettingKey> settings() {
    return List.of();
  }

  /// Whether [#open] starts a server of its own, because the settings name none.
  default boolean needsServer(Settings settings) {
    return false;
  }

  /// Whether it can be opened for [Opening.Purpose#DRY_RUN]; it is not where this says no.
  default boolean hasDryRun() {
    return false;
  }

  /// Connects to the world's server, or starts one on this machine. Throws [CannotOpenWorld] where
  /// somebody can mend why not, and [dev.playloop.settings.InvalidSettingException].
  OpenWorld open(Opening opening);

  /// Where this world keeps the images that its tools show, each named by its hash, as the
  /// reasoner's setting names such a place; empty where it shows none. `data` as in [Opening#data].
  default Optional<String> images(Settings settings, @Nullable Path data) {
    return Optional.empty();
  }

  /// What this machine must have, or could, for a server of the world's own.
  default List<MachineCheck> checks() {
    return List.of();
  }

  /// The world's server as a command for people who play on machines of their own; empty where
  /// there is none.
  default Optional<ServerProgram> server() {
    return Optional.empty();
  }
}
