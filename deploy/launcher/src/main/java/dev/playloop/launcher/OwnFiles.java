package dev.playloop.launcher;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/// Files and folders that only the user who runs this can read, whatever the umask is.
public final class OwnFiles {
  private static final String FOLDER = "rwx------";
  private static final String FILE = "rw-------";

  private OwnFiles() {}

  /// A folder of ours: made closed, and closed where it was open.
  public static Path folder(Path path) {
    try {
      made(path);
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(FOLDER));
      return path;
    } catch (IOException e) {
      throw bad(path, e);
    }
  }

  /// A folder that a person named: made closed where it is not there, and left as it is where it
  /// is, since it may hold more than ours.
  public static Path named(Path path) {
    try {
      made(path);
    } catch (IOException e) {
      throw bad(path, e);
    }
    if (!Files.isWritable(path)) {
      throw UserProblem.usage(
          "the folder '" + path + "' can't be written",
          "choose another folder, or mend its rights.");
    }
    return path;
  }

  private static void made(Path path) throws IOException {
    Files.createDirectories(
        path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(FOLDER)));
  }

  private static UserProblem bad(Path path, IOException e) {
    return UserProblem.usage(
        "'" + path + "' can't be a data folder: " + reason(e), "choose another folder.");
  }

  private static String reason(IOException e) {
    return switch (e) {
      case NoSuchFileException _ -> "it can't be made there";
      case FileAlreadyExistsException file -> file.getFile() + " is a file";
      case AccessDeniedException _ -> "you have no right to make it there";
      default -> String.valueOf(e.getMessage());
    };
  }

  /// Writes a file anew: it is closed before the first byte is in it.
  public static void write(Path file, String content) {
    try {
      Files.deleteIfExists(file);
      try (SeekableByteChannel channel =
          Files.newByteChannel(
              file,
              Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(FILE)))) {
        ByteBuffer bytes = ByteBuffer.wrap(content.getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("can't write " + file, e);
    }
  }
}
