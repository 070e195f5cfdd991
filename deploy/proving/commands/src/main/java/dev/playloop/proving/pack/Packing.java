package dev.playloop.proving.pack;

import dev.playloop.proving.lock.DependencyLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// What goes into a package, and where: `bin/playloop`, the jars, units for systemd, the pages and
/// all that they point at, the examples, and whose work it is. Of a checkout that is built.
///
/// @param root the checkout
record Packing(Path root) {
  private static final Pattern VERSION =
      Pattern.compile("<artifactId>playloop</artifactId>\\s*<version>([\\w.-]+)</version>");
  private static final Pattern TIME =
      Pattern.compile("<project.build.outputTimestamp>([^<]+)</project.build.outputTimestamp>");

  private static final String LAUNCHER = "deploy/launcher/target";
  static final String UNITS = "deploy/package/systemd";
  private static final String EXAMPLES = "src/main/resources/examples";

  /// The name of the package, without what tells its kind.
  String name() throws IOException {
    return "playloop-" + version();
  }

  String version() throws IOException {
    return named(VERSION);
  }

  /// Throws [CannotPackException] where the checkout is not built.
  Tarball packed() throws IOException {
    Path jar = root.resolve(LAUNCHER).resolve("playloop.jar");
    if (!Files.exists(jar)) {
      throw new CannotPackException(jar + " is missing: nothing was built");
    }
    Tarball tarball = new Tarball(name(), Instant.parse(named(TIME)));
    tarball.file("playloop.jar", jar);
    List<Path> libraries = libraries(jar);
    for (Path library : libraries) {
      tarball.file("lib/" + library.getFileName(), library);
    }
    Path bom = root.resolve(LAUNCHER).resolve("bom.json");
    tarball.text(
        "THIRD-PARTY.md", new ThirdParty(bom, DependencyLock.read(root)).page(libraries) + "\n");
    tarball.file("bom.json", bom);
    Path bin = root.resolve("deploy/package/bin");
    tarball.program("bin/playloop", bin.resolve("playloop"));
    tarball.file("bin/start.sh", bin.resolve("start.sh"));
    tarball.link("playloop", "bin/playloop"); // as the pages write it
    Path units = root.resolve(UNITS);
    for (Path unit : Pages.files(units)) {
      tarball.file("systemd/" + slashed(units.relativize(unit)), unit);
    }
    for (String page : Pages.of(root)) {
      tarball.file(page, root.resolve(page));
    }
    examples(tarball);
    return tarball;
  }

  /// The jars that the product's own names, and no others that an older build left beside them.
  private static List<Path> libraries(Path jar) throws IOException {
    List<Path> libraries = new ArrayList<>();
    try (JarFile product = new JarFile(jar.toFile())) {
      String classPath =
          product.getManifest().getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
      for (String each : classPath == null ? new String[0] : classPath.strip().split(" ", -1)) {
        Path library = jar.resolveSibling(each);
        if (!Files.exists(library)) {
          throw new CannotPackException(library + " is missing: the build is not whole");
        }
        libraries.add(library);
      }
    }
    return libraries;
  }

  /// Each where the pages look for it, and all of them side by side.
  private void examples(Tarball tarball) throws IOException {
    List<Path> worlds;
    try (Stream<Path> all = Files.list(root.resolve("worlds"))) {
      worlds = all.filter(world -> Files.isDirectory(world.resolve(EXAMPLES))).sorted().toList();
    }
    for (Path world : worlds) {
      for (Path file : Pages.files(world.resolve(EXAMPLES))) {
        tarball.file(slashed(root.relativize(file)), file);
      }
      try (Stream<Path> examples = Files.list(world.resolve(EXAMPLES))) {
        examples
            .filter(Files::isDirectory)
            .forEach(example ->
                tarball.link(
                    "examples/" + example.getFileName(),
                    "../" + slashed(root.relativize(example))));
      }
    }
  }

  private static String slashed(Path path) {
    return path.toString().replace('\\', '/');
  }

  private String named(Pattern what) throws IOException {
    Path pom = root.resolve("pom.xml");
    Matcher matcher = what.matcher(Files.readString(pom));
    if (!matcher.find()) {
      throw new CannotPackException(pom + " does not say " + what.pattern());
    }
    return matcher.group(1);
  }
}
