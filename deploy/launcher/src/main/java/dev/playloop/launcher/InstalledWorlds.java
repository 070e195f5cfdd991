package dev.playloop.launcher;

import dev.playloop.ingest.IngestSettings;
import dev.playloop.schemas.world.WorldDeclaration;
import dev.playloop.schemas.world.WorldRecord;
import dev.playloop.settings.Settings;
import dev.playloop.worlds.declared.model.DeclaredWorlds;
import dev.playloop.worlds.emerald.EmeraldModule;
import dev.playloop.worlds.eternum.EternumModule;
import dev.playloop.worlds.kernel.KernelModule;
import dev.playloop.worlds.model.WorldModule;
import dev.playloop.worlds.model.Worlds;
import dev.playloop.worlds.model.game.GameModule;
import dev.playloop.worlds.society.SocietyModule;
import dev.playloop.worlds.village.VillageGame;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The worlds of this build, and the only place that names them. A new world is one more in [#all];
/// the first is the one that whoever names none gets.
public final class InstalledWorlds {
  private InstalledWorlds() {}

  public static List<WorldModule> all() {
    return List.of(
        new SocietyModule(), new KernelModule(), new EmeraldModule(), new EternumModule());
  }

  /// The games of worlds that are data, each with an example of its world's name.
  public static List<GameModule> games() {
    return List.of(new VillageGame());
  }

  /// Where these keep what they need for later starts: below the folder that one stands in.
  public static Path programs() {
    return Path.of(".playloop", "games").toAbsolutePath();
  }

  /// The worlds that have an example of their name.
  public static List<String> examples() {
    List<String> examples = new ArrayList<>(names());
    games().forEach(game -> examples.add(game.world()));
    return List.copyOf(examples);
  }

  public static List<String> names() {
    return all().stream().map(module -> module.world().name()).toList();
  }

  /// Under which names actions lie on topics: theirs, and what worlds share that are data.
  public static List<String> groups() {
    List<String> groups = new ArrayList<>(names());
    groups.add(WorldDeclaration.SHARED);
    return List.copyOf(groups);
  }

  /// The same, and those that declarations name.
  ///
  /// @param declared what stands on the topic of worlds, by its keys
  public static List<String> groups(Map<String, WorldRecord> declared) {
    List<String> groups = new ArrayList<>(groups());
    groups.addAll(DeclaredWorlds.of(worlds(), declared).ownGroups());
    return List.copyOf(groups);
  }

  /// What they declare.
  public static Worlds worlds() {
    return Declared.WORLDS;
  }

  /// Made once: a command asks for the catalogues of all worlds many times.
  private static final class Declared {
    static final Worlds WORLDS = Worlds.of(all().stream().map(WorldModule::world).toList());
  }

  /// What `settings` say of ingest. Throws [dev.playloop.settings.InvalidSettingException], also
  /// where a cap is for a world that is not installed.
  public static IngestSettings ingest(Settings settings) {
    IngestSettings ingest = IngestSettings.from(settings);
    ingest.caps().requireKnown(IngestSettings.CAPS, names());
    return ingest;
  }
}
