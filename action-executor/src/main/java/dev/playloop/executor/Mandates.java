package dev.playloop.executor;

import dev.playloop.schemas.Require;
import dev.playloop.schemas.config.ConfigFile;
import dev.playloop.schemas.config.InvalidFileException;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.settings.InvalidSettingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Which agents may act as which actor, and which key signs for it: this executor's own word, never
/// an agent's or a model's. In a world of which the list names an actor, nobody acts as one that it
/// does not name; in all others any agent may act as any actor, and no key is named. Immutable.
final class Mandates {
  /// No world is held to a list.
  static final Mandates NONE = new Mandates(List.of());

  private static final int MAX_TEXT = 1_000;

  private final Set<String> worlds;
  private final Map<List<String>, Mandate> byActor;

  private Mandates(List<Mandate> all) {
    worlds = all.stream().map(Mandate::world).collect(Collectors.toUnmodifiableSet());
    byActor =
        all.stream().collect(Collectors.toUnmodifiableMap(Mandate::place, Function.identity()));
  }

  /// One actor of a world.
  ///
  /// @param agents those who may act as it
  /// @param key names the key that signs for it, such as `env:ADA_KEY`, and is none
  record Mandate(String world, String actor, List<AgentId> agents, @Nullable String key) {
    Mandate {
      Require.text("world", world, MAX_TEXT);
      Require.text("actor", actor, MAX_TEXT);
      agents = agents == null ? List.of() : List.copyOf(agents);
      Require.range("agents.length", agents.size(), 1, MAX_TEXT);
      if (key != null) {
        Require.text("key", key, MAX_TEXT);
      }
    }

    List<String> place() {
      return List.of(world, actor);
    }
  }

  /// A YAML list, each world's actor once. Throws [InvalidFileException].
  static Mandates of(ConfigFile file) {
    return new Mandates(file.listOf(Mandate.class, mandate -> mandate.place().toString()));
  }

  /// The file that a setting names. Throws [InvalidSettingException].
  static Mandates read(String setting, Path path) {
    try {
      return of(ConfigFile.of(path.toString(), Files.readAllBytes(path)));
    } catch (IOException e) {
      throw new InvalidSettingException(setting + ": " + path + " can't be read: " + e);
    } catch (InvalidFileException e) {
      throw new InvalidSettingException(setting + ": " + e.getMessage());
    }
  }

  /// Whether its agent may act as its actor.
  boolean allow(Action action) {
    Mandate mandate = of(action);
    return mandate == null
        ? !worlds.contains(action.agent().world())
        : mandate.agents().contains(action.agent());
  }

  /// The key that signs for its actor, or null.
  @Nullable String key(Action action) {
    Mandate mandate = of(action);
    return mandate == null ? null : mandate.key();
  }

  private @Nullable Mandate of(Action action) {
    return byActor.get(List.of(action.agent().world(), action.actor()));
  }
}
