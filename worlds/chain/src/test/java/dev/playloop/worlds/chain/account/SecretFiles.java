package dev.playloop.worlds.chain.account;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/// Files of keys and tokens for tests.
public final class SecretFiles {
  private SecretFiles() {}

  /// A file that only its owner may read.
  public static Path write(Path file, String text) throws IOException {
    return write(file, text.getBytes(StandardCharsets.UTF_8), "rw-------");
  }

  static Path write(Path file, byte[] bytes, String rights) throws IOException {
    Files.deleteIfExists(file);
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.write(file, bytes);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(rights));
    return file;
  }
}
