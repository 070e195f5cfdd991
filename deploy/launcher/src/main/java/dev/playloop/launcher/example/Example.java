package dev.playloop.launcher.example;

import dev.playloop.launcher.GameKeys;
import dev.playloop.launcher.InstalledWorlds;
import dev.playloop.launcher.UserProblem;
import dev.playloop.rehearsal.Rehearsal;
import dev.playloop.schemas.config.ConfigFile;
import dev.playloop.schemas.config.Expectations;
import dev.playloop.schemas.config.FilesBeside;
import dev.playloop.schemas.config.ScriptedAnswer;
import dev.playloop.schemas.config.TriggerLine;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.world.WorldDeclaration;
import dev.playloop.worlds.declared.model.DeclaredWorlds;
import dev.playloop.worlds.model.Worlds;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An example: agents, triggers, the rehearsal model's rules, what must come of it, what people
/// answer, and what the world's database holds before. `rehearsal`, `expect` and `seedSql` may be
/// missing, and people too.
@RecordBuilder
public record Example(
    String name,
    List<AgentConfig> agents,
    List<TriggerLine> triggers,
    @Nullable Rehearsal rehearsal,
    @Nullable Expectations expect,
    List<ScriptedAnswer> people,
    @Nullable String seedSql,
    @Nullable WorldDeclaration world,
    @Nullable Path folder) {
  static final String AGENTS = "agents.yaml";
  static final String TRIGGERS = "triggers.jsonl";
  static final String REHEARSAL = "rehearsal.yaml";
  static final String EXPECT = "expect.yaml";
  static final String PEOPLE = "people.yaml";
  static final String SEED = "seed.sql";
  static final String WORLD = "world.yaml";

  public Example {
    people = people == null ? List.of() : List.copyOf(people);
  }

  /// A built-in example by name, or a folder. All files are read and checked before anything
  /// starts.
  public static Example load(String nameOrFolder) {
    if (builtIn().contains(nameOrFolder)) {
      String folder = "/examples/" + nameOrFolder + "/";
      return load(
          nameOrFolder,
          null,
          file -> resource(folder + file, Integer.MAX_VALUE),
          (file, most) -> resource(folder + file, most));
    }
    Path folder = Path.of(nameOrFolder);
    if (!Files.isDirectory(folder)) {
      throw UserProblem.usage(
          "there is no example '" + nameOrFolder + "'",
          "name a built-in one ("
              + String.join(", ", builtIn())
              + ") or a folder with "
              + AGENTS
              + " and "
              + TRIGGERS
              + ".");
    }
    return load(
        nameOrFolder, folder, file -> content(folder.resolve(file)), ExampleFiles.beside(folder));
  }

  /// Each world brings an example of its name.
  public static List<String> builtIn() {
    return InstalledWorlds.examples();
  }

  /// The worlds that its agents live in; for one that is data, what these share: who opens that
  /// takes up groups of their own.
  public List<String> worlds() {
    return agents.stream()
        .map(config -> known(world).group(config.agent().world()))
        .map(group -> InstalledWorlds.groups().contains(group) ? group : WorldDeclaration.SHARED)
        .distinct()
        .sorted()
        .toList();
  }

  /// The environment, and in it what the folder has that settings may name: the key of its world.
  public Map<String, String> settings(Map<String, String> environment) {
    Map<String, String> told = new HashMap<>(environment);
    if (folder != null && world != null && Files.exists(folder.resolve(world.world() + ".key"))) {
      told.putIfAbsent(GameKeys.KEYS.name(), folder.toAbsolutePath().toString());
    }
    return told;
  }

  /// The worlds of this build, and this one.
  private static Worlds known(@Nullable WorldDeclaration world) {
    return world == null
        ? InstalledWorlds.worlds()
        : DeclaredWorlds.of(
            InstalledWorlds.worlds(), DeclaredWorlds.records(world, Instant.EPOCH, "a file"));
  }

  private interface Source {
    byte @Nullable [] read(String file);
  }

  private static Example load(
      String name, @Nullable Path folder, Source files, FilesBeside beside) {
    byte[] declared = files.read(WORLD);
    WorldDeclaration world =
        declared == null
            ? null
            : ExampleFiles.valid(() -> ExampleFiles.declaration(ConfigFile.of(WORLD, declared)));
    byte[] agents = required(name, AGENTS, files);
    byte[] triggers = required(name, TRIGGERS, files);
    byte[] rehearsal = files.read(REHEARSAL);
    byte[] expect = files.read(EXPECT);
    byte[] people = files.read(PEOPLE);
    byte[] seed = files.read(SEED);
    Worlds known = known(world);
    return ExampleFiles.valid(() ->
        ExampleBuilder.builder()
            .name(name)
            .agents(
                ConfigFile.of(AGENTS, agents)
                    .agents(config -> AgentCheck.misfits(config, known), beside))
            .triggers(ConfigFile.of(TRIGGERS, triggers).triggers())
            .rehearsal(
                rehearsal == null
                    ? null
                    : Rehearsal.parse(REHEARSAL, ConfigFile.of(REHEARSAL, rehearsal).text()))
            .expect(expect == null ? null : ConfigFile.of(EXPECT, expect).expectations())
            .people(people == null ? List.of() : ConfigFile.of(PEOPLE, people).people())
            .seedSql(seed == null ? null : ConfigFile.of(SEED, seed).text())
            .world(world)
            .folder(folder)
            .build());
  }

  private static byte[] required(String name, String file, Source files) {
    byte[] text = files.read(file);
    if (text == null) {
      throw UserProblem.usage(
          "the example '" + name + "' has no " + file,
          "an example folder holds agents.yaml and triggers.jsonl, and may hold world.yaml,"
              + " rehearsal.yaml, expect.yaml, people.yaml and seed.sql.");
    }
    return text;
  }

  private static byte @Nullable [] content(Path file) {
    return Files.exists(file) ? ExampleFiles.bytes(file) : null;
  }

  private static byte @Nullable [] resource(String path, int most) {
    try (InputStream in = Example.class.getResourceAsStream(path)) {
      return in == null ? null : in.readNBytes(most);
    } catch (IOException e) {
      throw new UncheckedIOException("can't read the built-in " + path, e);
    }
  }
}
