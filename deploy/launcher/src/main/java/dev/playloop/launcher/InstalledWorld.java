package dev.playloop.launcher;

import dev.playloop.executor.WorldBinding;
import dev.playloop.ingest.IngestSettings;
import dev.playloop.settings.SettingKey;
import dev.playloop.settings.Settings;
import dev.playloop.worlds.model.World;
import dev.playloop.worlds.model.WorldActions;
import dev.playloop.worlds.model.WorldSource;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A world of this build, not yet opened. A new world is one more in [#all].
public interface InstalledWorld {
  /// All worlds of this build.
  static List<InstalledWorld> all() {
    return List.of(new InstalledSociety(), new InstalledKernel(), new InstalledEmerald());
  }

  static List<String> names() {
    return all().stream().map(installed -> installed.world().name()).toList();
  }

  /// What `settings` say of ingest. Throws [dev.playloop.settings.InvalidSettingException], also
  /// where a cap is for a world that is not installed.
  static IngestSettings ingest(Settings settings) {
    IngestSettings ingest = IngestSettings.from(settings);
    ingest.caps().requireKnown(IngestSettings.CAPS, names());
    return ingest;
  }

  static List<World> worlds() {
    return all().stream().map(InstalledWorld::world).toList();
  }

  /// The pure half.
  World world();

  /// The settings that [#open] reads.
  List<SettingKey> settings();

  /// Whether [#open] starts a server of its own, because the settings name none.
  boolean needsServer(Settings settings);

  /// Connects to the world's server, or starts an embedded one that keeps its data in `data` (null:
  /// a new one that is gone when closed).
  Open open(Settings settings, @Nullable Path data);

  /// Where this world keeps the images that its tools show, each named by its hash, as the
  /// reasoner's setting names such a place; empty where it shows none. `data` as in [#open].
  default Optional<String> images(Settings settings, @Nullable Path data) {
    return Optional.empty();
  }

  /// A world that can be acted in.
  interface Open extends AutoCloseable {
    World world();

    WorldActions actions();

    List<WorldSource> sources();

    /// The world's database, where it has one.
    Optional<Sql> sql();

    /// Those of these actors whom the world's server does not know, so that it refuses whatever
    /// they do; by default none, as where an actor is made known by its first deed.
    default Set<String> unknown(Set<String> actors) {
      return Set.of();
    }

    @Override
    void close();

    /// Asks the world's server whether it is there, by default its database, where it has one;
    /// throws what the server's client throws where it does not answer.
    default void ask() {
      sql().ifPresent(database -> database.query("select 1 as one"));
    }

    default WorldBinding binding() {
      return new WorldBinding(world(), actions());
    }
  }

  /// What an example needs of a database.
  interface Sql {
    /// Applies fixtures in one transaction; does nothing, and says false, where this very text was
    /// applied before.
    boolean seed(String script);

    /// The rows of a query as JSON values by column.
    List<Map<String, JsonNode>> query(String query);
  }
}
