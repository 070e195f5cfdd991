package dev.playloop.launcher;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Set;

/// A file that a person names for a command to write. It appears under its name when it is whole:
/// until then it grows beside it. What is there already is replaced only where that was asked for;
/// a device or a pipe is written through, and of a link what it points to. A full disk is an error
/// at the latest when it is finished. Used once, by one thread.
public final class OutputFile {
  private static final FileAttribute<?>[] SECRET = {
    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
  };

  private final Path named;
  private final boolean replace;
  private boolean secret;

  private OutputFile(Path named, boolean replace) {
    this.named = named;
    this.replace = replace;
  }

  /// A new file; throws [UserProblem] where there is one already.
  public static OutputFile fresh(Path file) {
    return new OutputFile(file, false);
  }

  /// The same, but with `force` over a file that is there.
  public static OutputFile of(Path file, boolean force) {
    return new OutputFile(file, force);
  }

  /// Readable by its owner alone, from the first byte on.
  public OutputFile secret() {
    secret = true;
    return this;
  }

  /// Fills a file.
  public interface Content<T> {
    T write(OutputStream to) throws IOException;
  }

  /// Writes the file and returns what `content` gave. Throws [UserProblem]: nothing is left then,
  /// but for what a device or a pipe has taken.
  public <T> T write(Content<T> content) {
    try {
      Path file = target(named);
      if (Files.isDirectory(file)) {
        throw UserProblem.usage(named + " is a folder", "name a file in it.");
      }
      if (Files.exists(file) && !Files.isRegularFile(file)) {
        return through(file, content);
      }
      requireFree(file);
      return beside(file, content);
    } catch (FileAlreadyExistsException e) {
      throw taken();
    } catch (IOException | UncheckedIOException e) {
      throw UserProblem.environment(
          "can't write " + named + ": " + why(e),
          "name a file in a folder that is there, may be written to, and has room.",
          e);
    }
  }

  /// Writes text.
  public void write(String text) {
    this.<Boolean>write(to -> {
      to.write(text.getBytes(StandardCharsets.UTF_8));
      return true;
    });
  }

  /// Where a command has much to do before it writes: throws [UserProblem] at once where the file
  /// is there and may not be replaced.
  public OutputFile requireFree() {
    requireFree(named);
    return this;
  }

  private void requireFree(Path file) {
    if (!replace && Files.isRegularFile(file)) {
      throw taken();
    }
  }

  private UserProblem taken() {
    return UserProblem.usage(
        named + " exists already", "name another file, or say --force where the command has it.");
  }

  /// What a chain of links ends at, also where nothing is there yet.
  private static Path target(Path named) throws IOException {
    Path file = named.toAbsolutePath();
    for (int links = 0; Files.isSymbolicLink(file); links++) {
      if (links == 40) {
        throw new FileSystemException(named.toString(), null, "links that lead in a circle");
      }
      file = file.resolveSibling(Files.readSymbolicLink(file));
    }
    return file;
  }

  private static <T> T through(Path file, Content<T> content) throws IOException {
    try (OutputStream to =
        new BufferedOutputStream(Files.newOutputStream(file, StandardOpenOption.WRITE), 1 << 16)) {
      return content.write(to);
    }
  }

  /// Removes what processes left of `file` that were killed as they wrote it.
  public static void forgetParts(Path file) {
    String begin = "." + file.getFileName() + ".";
    try (DirectoryStream<Path> all =
        Files.newDirectoryStream(
            Objects.requireNonNull(file.toAbsolutePath().getParent()),
            one -> one.getFileName().toString().startsWith(begin))) {
      for (Path part : all) {
        String pid = part.getFileName().toString().substring(begin.length());
        boolean ours = pid.matches("[0-9]{1,18}");
        if (ours
            && !ProcessHandle.of(Long.parseLong(pid)).map(ProcessHandle::isAlive).orElse(false)) {
          Files.deleteIfExists(part);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("can't read what lies beside " + file, e);
    }
  }

  private <T> T beside(Path file, Content<T> content) throws IOException {
    Path part = file.resolveSibling("." + file.getFileName() + "." + ProcessHandle.current().pid());
    boolean posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
    try (FileChannel channel =
        FileChannel.open(
            part,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            secret && posix ? SECRET : new FileAttribute<?>[0])) {
      try {
        OutputStream to = new BufferedOutputStream(Channels.newOutputStream(channel), 1 << 16);
        T written = content.write(to);
        to.flush();
        channel.force(true);
        if (replace) {
          Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
        } else {
          Files.move(part, file);
        }
        return written;
      } finally {
        Files.deleteIfExists(part); // ours: it was made above
      }
    }
  }

  private static String why(Exception e) {
    Throwable cause = e instanceof UncheckedIOException && e.getCause() != null ? e.getCause() : e;
    return switch (cause) {
      case NoSuchFileException _ -> "there is no such folder";
      case AccessDeniedException _ -> "that is not allowed";
      case FileSystemException file when file.getReason() != null -> file.getReason();
      default -> String.valueOf(cause.getMessage());
    };
  }
}
