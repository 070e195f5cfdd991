package dev.playloop.launcher;

import dev.playloop.launcher.watch.Shell;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The header with a gateway's token in a file that only this user reads, for `curl -H @FILE`: so
/// the token is on no command line. Removed when the system stops.
public record HeaderFile(@Nullable Path file) implements AutoCloseable {
  private static final String NAME = "http.header";

  /// Nothing where there is no token, or no place for the file.
  public static HeaderFile write(@Nullable String token) {
    String home = System.getProperty("playloop.home");
    return token == null || home == null
        ? new HeaderFile(null)
        : write(Path.of(home, ".playloop", NAME), token);
  }

  static HeaderFile write(Path file, String token) {
    try {
      Files.createDirectories(file.getParent());
      Files.deleteIfExists(file);
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.writeString(file, "Authorization: Bearer " + token + "\n");
      return new HeaderFile(file);
    } catch (IOException e) {
      throw new UncheckedIOException("can't write " + file, e);
    }
  }

  /// What curl needs, such as ` -H @.playloop/http.header`; empty without a token.
  public String curlOption() {
    return Optional.ofNullable(file).map(path -> " -H " + Shell.quoted("@" + path)).orElse("");
  }

  @Override
  public void close() {
    if (file != null) {
      try {
        Files.deleteIfExists(file);
      } catch (IOException e) {
        throw new UncheckedIOException("can't delete " + file, e);
      }
    }
  }
}
