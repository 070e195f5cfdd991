package dev.playloop.launcher.cli;

import dev.playloop.launcher.InstalledWorlds;
import dev.playloop.launcher.UserProblem;
import dev.playloop.launcher.cli.options.ClusterOptions;
import dev.playloop.launcher.declared.NewWorld;
import dev.playloop.launcher.example.ExampleFiles;
import dev.playloop.operator.Operator;
import dev.playloop.schemas.Nearest;
import dev.playloop.schemas.Printable;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.ToolSpec;
import dev.playloop.schemas.world.WorldDeclaration;
import dev.playloop.schemas.world.WorldRecord;
import dev.playloop.worlds.declared.model.DeclaredWorld;
import dev.playloop.worlds.declared.model.DeclaredWorlds;
import dev.playloop.worlds.declared.model.Differences;
import dev.playloop.worlds.model.Catalogue;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Worlds that are data: begin one, check its file or its game, declare it, tell what is declared.
@Command(
    name = "worlds",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "(init | check | diff | apply | list | show)",
    description = "Begins, checks, declares and shows worlds that are data: a file and no code.")
final class WorldsCommand {
  private static final int SHORT = 12;

  /// A line of `worlds list --json`.
  ///
  /// @param data whether it is declared, and no code
  private record Listed(String world, String catalogue, boolean data, int tools) {}

  @Spec private @Nullable CommandSpec spec;

  @Command(
      mixinStandardHelpOptions = true,
      description = {
        "Writes a folder for a new world: its files, an agent, and a small game that answers.",
        "'./playloop run FOLDER' then plays it, once the game runs."
      })
  int init(
      @Parameters(paramLabel = "NAME", description = "of the world, and of the folder") String name,
      @Option(
              names = "--language",
              paramLabel = "LANGUAGE",
              defaultValue = "python",
              description = "what the game is written in: ${COMPLETION-CANDIDATES}")
          NewWorld.Language language,
      @Option(
              names = "--in",
              paramLabel = "DIR",
              defaultValue = ".",
              description = "where the folder is made; default: here")
          Path parent,
      @Option(
              names = "--pull",
              description = "a game that fetches its actions; python and javascript have one")
          boolean pull)
      throws IOException {
    NewFolder folder = NewFolder.in(parent, name, out());
    if (pull) {
      folder.pulling(language);
    } else {
      folder.listening(language);
    }
    return 0;
  }

  @Command(
      mixinStandardHelpOptions = true,
      description = {
        "Says what is wrong with a world's file, or what agents get of it.",
        "For an address, and for the game of a file that says pull (--game): holds the game to the"
            + " contract. It must be in its test mode."
      })
  int check(
      @Parameters(paramLabel = "FILE|URL", description = "world.yaml, or where a game answers")
          String what,
      @Option(names = "--key", paramLabel = "FILE", description = "what the game knows us by")
          @Nullable Path key,
      @Option(
              names = "--restart",
              paramLabel = "COMMAND",
              description = "kills the game and starts it again; without it that is not checked")
          @Nullable String restart,
      @Option(names = "--game", description = "waits for the file's game to fetch, and checks it")
          boolean game)
      throws InterruptedException {
    if (what.startsWith("http://") || what.startsWith("https://")) {
      return GameCheck.of(what, key, restart, out());
    }
    Path file = Path.of(what);
    return game ? GameCheck.fetching(read(file), out()) : checkFile(file);
  }

  private int checkFile(Path file) {
    Catalogue read = read(file);
    WorldDeclaration declaration = declaration(read);
    out().printf("world %s, catalogue %s%n", read.name(), brief(read));
    for (ToolSpec<?> tool : read.tools().specs()) {
      out()
          .printf(
              "  %-5s %-24s %s%n",
              tool.effect().name().toLowerCase(Locale.ROOT),
              tool.name(),
              Printable.line(tool.declaration().description()));
    }
    out().println("actions " + declaration.told());
    return 0;
  }

  @Command(
      mixinStandardHelpOptions = true,
      description = "Says what a world's file would change of what is in force.")
  int diff(
      @Mixin ClusterOptions cluster,
      @Parameters(paramLabel = "FILE", description = "world.yaml") Path file) {
    Catalogue read = read(file);
    List<String> differences =
        Differences.between(inForce(known(cluster.operator()), read.name()), declaration(read));
    differences.forEach(out()::println);
    if (differences.isEmpty()) {
      out().println("nothing differs");
    }
    return 0;
  }

  @Command(
      mixinStandardHelpOptions = true,
      description = {
        "Declares the world of a file, for all workers of this cluster, at once.",
        "Runs that are open end on the declaration that they began with."
      })
  int apply(
      @Mixin ClusterOptions cluster,
      @Parameters(paramLabel = "FILE", description = "world.yaml") Path file)
      throws InterruptedException {
    Catalogue read = read(file);
    Operator operator = cluster.operator();
    WorldDeclaration declaration = declaration(read);
    List<String> differences =
        Differences.between(inForce(known(operator), read.name()), declaration);
    if (differences.isEmpty()) {
      out().printf("world %s is declared so already, catalogue %s%n", read.name(), brief(read));
      return 0;
    }
    operator.declare(
        DeclaredWorlds.records(declaration, operator.clock().instant(), operator.by()));
    differences.forEach(out()::println);
    out().printf("world %s is declared, catalogue %s%n", read.name(), brief(read));
    return 0;
  }

  @Command(
      mixinStandardHelpOptions = true,
      description = {
        "Ends a declared world: its open runs are cancelled, and what comes for it is refused.",
        "What was declared stays, for journals name it; 'apply' declares the world again."
      })
  int retire(@Mixin ClusterOptions cluster, @Parameters(paramLabel = "WORLD") String world)
      throws InterruptedException {
    Operator operator = cluster.operator();
    WorldRecord.Pointer before = operator.retire(world);
    if (before == null) {
      throw unknown(world, known(operator), null);
    }
    if (before.retired()) {
      out().printf("world %s was retired by %s at %s%n", world, before.by(), before.at());
    } else {
      out().printf("world %s is retired; its open runs end as cancelled%n", world);
    }
    return 0;
  }

  @Command(mixinStandardHelpOptions = true, description = "Lists the worlds, of this build too.")
  int list(
      @Mixin ClusterOptions cluster,
      @Option(names = "--json", description = "one JSON object a line") boolean json) {
    DeclaredWorlds known = known(cluster.operator());
    for (String name : known.names()) {
      Catalogue world = known.current(name);
      boolean data = world.world() instanceof DeclaredWorld;
      if (json) {
        int tools = world.tools().specs().size();
        out().println(Json.text(new Listed(name, String.valueOf(world.hash()), data, tools)));
      } else {
        out()
            .printf(
                "%-24s %-12s %3d tools  %s%n",
                name,
                brief(world),
                world.tools().specs().size(),
                data ? "actions " + declaration(world).told() : "of this build");
      }
    }
    return 0;
  }

  @Command(
      mixinStandardHelpOptions = true,
      description = "Shows what is declared of a world, as JSON.")
  int show(
      @Mixin ClusterOptions cluster,
      @Parameters(paramLabel = "WORLD") String world,
      @Option(
              names = "--catalogue",
              paramLabel = "HASH",
              description = "another declaration than the one in force, by the hash's beginning")
          @Nullable String hash) {
    Map<String, WorldRecord> records = cluster.operator().worlds();
    DeclaredWorlds known = DeclaredWorlds.of(InstalledWorlds.worlds(), records);
    for (Catalogue each : known.all()) {
      if (each.name().equals(world)
          && each.world() instanceof DeclaredWorld declared
          && (hash == null || String.valueOf(each.hash()).startsWith(hash))) {
        out().println(Json.text(declared.declaration()));
        return 0;
      }
    }
    throw unknown(world, known, hash);
  }

  private static UserProblem unknown(String world, DeclaredWorlds known, @Nullable String hash) {
    String nearest = Nearest.of(world, new TreeSet<>(known.names()));
    return UserProblem.usage(
        "there is no declared world '" + world + "'" + (hash == null ? "" : " of that hash"),
        nearest == null || nearest.equals(world)
            ? "'./playloop worlds list' shows which there are."
            : "did you mean '" + nearest + "'?");
  }

  private static Catalogue read(Path file) {
    WorldDeclaration declaration = ExampleFiles.world(file);
    if (InstalledWorlds.groups().contains(declaration.world())) {
      throw UserProblem.usage(
          "the world '" + declaration.world() + "' is one of this build",
          "give yours another name in " + file + ".");
    }
    return Catalogue.of(DeclaredWorld.of(declaration));
  }

  private static DeclaredWorlds known(Operator operator) {
    return DeclaredWorlds.of(InstalledWorlds.worlds(), operator.worlds());
  }

  private static @Nullable WorldDeclaration inForce(DeclaredWorlds known, String world) {
    return known.current(world).world() instanceof DeclaredWorld declared
        ? declared.declaration()
        : null;
  }

  private static WorldDeclaration declaration(Catalogue catalogue) {
    return ((DeclaredWorld) Objects.requireNonNull(catalogue.world())).declaration();
  }

  private static String brief(Catalogue catalogue) {
    return String.valueOf(catalogue.hash()).substring(0, SHORT);
  }

  private PrintWriter out() {
    return Objects.requireNonNull(spec).commandLine().getOut();
  }
}
