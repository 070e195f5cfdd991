package dev.playloop.worlds.village;

import dev.playloop.schemas.Sha256;
import dev.playloop.settings.OnPath;
import dev.playloop.worlds.model.MachineCheck;
import dev.playloop.worlds.model.game.GameModule;
import dev.playloop.worlds.model.game.GameStart;
import dev.playloop.worlds.model.game.RunningGame;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/// A game on RPGJS in a process of Node. What it is made of lies in this build and is written to a
/// folder that is named by its hash, where npm gets what it needs, once. It ends with this process
/// in whatever way this one ends: it reads standard input, which only this process holds.
public final class VillageGame implements GameModule {
  private static final String FILES = "/village";
  private static final int HASH = 16;

  /// What npm leaves when it is through.
  private static final String WHOLE = "game/node_modules/.package-lock.json";

  @Override
  public String world() {
    return "village";
  }

  @Override
  public boolean hasPage() {
    return true;
  }

  @Override
  public List<MachineCheck> checks() {
    List<String> missing =
        Stream.of("node", "npm").filter(name -> OnPath.find(name).isEmpty()).toList();
    return List.of(
        missing.isEmpty()
            ? MachineCheck.fine("Node and npm, on which 'run village' plays")
            : MachineCheck.optional(
                "%s missing, without which there is no 'run village'; %s"
                    .formatted(String.join(" and ", missing), NodeTools.REMEDY)));
  }

  @Override
  public RunningGame start(GameStart start) throws InterruptedException {
    Path node = NodeTools.needed("node");
    Path npm = NodeTools.needed("npm");
    try {
      Files.createDirectories(start.store());
      Path log = start.store().resolve("process.log");
      NodeTools tools = new NodeTools(node, npm, log);
      Path folder = installed(start.programs(), tools, start.isWatched());
      return VillageProcess.begin(node, folder, start, log);
    } catch (IOException e) {
      throw NodeTools.failed("its files can't be written: " + e.getMessage(), e);
    }
  }

  /// The folder of this very game, with what npm got, and with its page where that is wanted. One
  /// at a time makes it, over all processes: whoever comes later finds it made.
  static synchronized Path installed(Path programs, NodeTools tools, boolean isWatched)
      throws IOException, InterruptedException {
    Files.createDirectories(programs);
    try (FileChannel lock =
            FileChannel.open(
                programs.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock _ = lock.lock()) {
      Path making = Files.createTempDirectory(programs, "village-");
      try {
        Path folder = programs.resolve("village-" + written(making).substring(0, HASH));
        if (!Files.exists(folder.resolve(WHOLE))) {
          tools.install(making.resolve("game"));
          VillagePage.delete(folder); // of one that was torn, as by somebody who cleans up
          Files.move(making, folder, StandardCopyOption.ATOMIC_MOVE);
        }
        if (isWatched) {
          VillagePage.build(folder, tools);
        }
        return folder;
      } finally {
        VillagePage.delete(making);
      }
    }
  }

  /// Writes what the game is made of, and returns its hash.
  private static String written(Path to) throws IOException {
    URI files;
    try {
      files = Objects.requireNonNull(VillageGame.class.getResource(FILES)).toURI();
    } catch (URISyntaxException e) {
      throw new IOException(e);
    }
    if (!files.getScheme().equals("jar")) {
      return copied(Path.of(files), to);
    }
    try (FileSystem jar = FileSystems.newFileSystem(files, Map.of())) {
      return copied(jar.getPath(FILES), to);
    }
  }

  private static String copied(Path from, Path to) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(from)) {
      files =
          all.filter(Files::isRegularFile).sorted(Comparator.comparing(Path::toString)).toList();
    }
    List<byte[]> parts = new ArrayList<>();
    for (Path file : files) {
      String name = from.relativize(file).toString();
      Path copy = to.resolve(name);
      Files.createDirectories(copy.getParent());
      Files.copy(file, copy);
      parts.add((name + "\n" + Files.size(copy) + "\n").getBytes(StandardCharsets.UTF_8));
      parts.add(Files.readAllBytes(copy));
    }
    return Sha256.hex(parts.toArray(byte[][]::new));
  }
}
