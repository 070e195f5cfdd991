package dev.playloop.worlds.eternum.deploy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/// The game's sources in Cairo: which contracts there are, and one hash over all files.
final class ContractList {
  /// Maven runs tests in the module's folder.
  static final Path FOLDER = Path.of("contracts").toAbsolutePath();

  private ContractList() {}

  /// @param path of its module below the crate
  record Entry(String name, String path) {}

  static List<Entry> entries() throws IOException {
    return Files.readAllLines(FOLDER.resolve("contracts.txt")).stream()
        .map(line -> line.split(" ", 2))
        .map(words -> new Entry(words[0], words[1]))
        .toList();
  }

  /// Of names and contents, in the order of names.
  static String sha256() throws IOException {
    MessageDigest digest = digest();
    try (Stream<Path> files = Files.walk(FOLDER)) {
      for (Path file :
          files
              .filter(f -> f.toString().endsWith(".cairo") || f.endsWith("cairo_project.toml"))
              .sorted()
              .toList()) {
        digest.update(
            FOLDER.relativize(file).toString().getBytes(java.nio.charset.StandardCharsets.UTF_8));
        digest.update((byte) 0);
        digest.update(Files.readAllBytes(file));
        digest.update((byte) 0);
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  static String sha256(byte[] content) {
    return HexFormat.of().formatHex(digest().digest(content));
  }

  private static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }

  static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
