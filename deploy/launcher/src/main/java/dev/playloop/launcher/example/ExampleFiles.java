package dev.playloop.launcher.example;

import dev.playloop.launcher.InstalledWorlds;
import dev.playloop.launcher.UserProblem;
import dev.playloop.schemas.config.ConfigFile;
import dev.playloop.schemas.config.ConfigFile.Misfit;
import dev.playloop.schemas.config.EventLine;
import dev.playloop.schemas.config.FilesBeside;
import dev.playloop.schemas.config.InvalidFileException;
import dev.playloop.schemas.config.TriggerLine;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.world.WorldDeclaration;
import dev.playloop.worlds.declared.model.DeclaredWorld;
import dev.playloop.worlds.model.Worlds;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// Reads single files for commands; a wrong file is a [UserProblem] with line and field.
public final class ExampleFiles {
  private ExampleFiles() {}

  /// @param worlds those that an agent may be of
  public static List<AgentConfig> agents(Path file, Worlds worlds) {
    Path folder = Objects.requireNonNull(file.toAbsolutePath().getParent());
    return valid(
        () -> read(file).agents(config -> AgentCheck.misfits(config, worlds), beside(folder)));
  }

  /// A `world.yaml`.
  public static WorldDeclaration world(Path file) {
    return valid(() -> declaration(read(file)));
  }

  static WorldDeclaration declaration(ConfigFile file) {
    return file.as(WorldDeclaration.class, ExampleFiles::misfits);
  }

  private static List<Misfit> misfits(WorldDeclaration declaration) {
    List<Misfit> misfits = new ArrayList<>(DeclaredWorld.misfits(declaration));
    String group = declaration.group();
    if (group != null && InstalledWorlds.groups().contains(group)) {
      misfits.add(
          new Misfit(
              List.of("group"),
              "another name: whoever performs the actions of that world of this build takes no"
                  + " others",
              "'" + group + "'"));
    }
    return misfits;
  }

  /// The files of a folder; a link that leads out of it leads nowhere.
  static FilesBeside beside(Path folder) {
    return (name, most) -> {
      Path file = folder.resolve(name);
      try {
        Path real = file.toRealPath();
        if (!real.startsWith(folder.toRealPath()) || !Files.isRegularFile(real)) {
          return null;
        }
        try (InputStream in = Files.newInputStream(real)) {
          return in.readNBytes(most);
        }
      } catch (NoSuchFileException e) {
        return null;
      } catch (IOException e) {
        throw unreadable(file, e);
      }
    };
  }

  /// The triggers and world events of a file that waits for nothing; each gets a time.
  public static List<EventLine> plainEvents(Path file) {
    Instant now = Instant.now();
    return valid(() -> read(file).events(now)).stream()
        .map(line -> line instanceof TriggerLine trigger ? plain(file, trigger, now) : line)
        .toList();
  }

  private static EventLine plain(Path file, TriggerLine line, Instant now) {
    if (line.after() != null) {
      throw UserProblem.usage(
          file + ": 'after' is only for examples; 'publish' sends everything at once",
          "remove it, or put the files in a folder and use './playloop run FOLDER'.");
    }
    return new TriggerLine(stamped(line.trigger(), now), null);
  }

  /// The trigger with a time where it has none. Without an id it keeps none: the loop derives one
  /// from where it lies.
  static Trigger stamped(Trigger trigger, Instant now) {
    return trigger.at() == null && trigger.id() != null
        ? trigger.withId(trigger.id(), now)
        : trigger;
  }

  static <T> T valid(java.util.function.Supplier<T> reading) {
    try {
      return reading.get();
    } catch (InvalidFileException e) {
      throw UserProblem.usage(
          String.valueOf(e.getMessage()), "mend the named lines; nothing was applied.");
    }
  }

  private static ConfigFile read(Path file) {
    return ConfigFile.of(String.valueOf(file.getFileName()), bytes(file));
  }

  /// The file's bytes; a [UserProblem] that says what is wrong with its path.
  static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  private static UserProblem unreadable(Path file, IOException why) {
    return switch (why) {
      case NoSuchFileException _ ->
          UserProblem.usage("there is no file " + file, "check the path.");
      case AccessDeniedException _ ->
          UserProblem.usage("no right to read " + file, "check whose file it is.");
      case IOException _ ->
          UserProblem.usage(
              Files.isDirectory(file) ? file + " is a folder" : "can't read " + file + ": " + why,
              "check the path.");
    };
  }
}
