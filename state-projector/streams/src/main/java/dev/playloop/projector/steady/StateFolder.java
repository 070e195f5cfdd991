package dev.playloop.projector.steady;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The folder of one application's stores. All that lies in it is in the changelogs as well, so
/// what can't be opened (half created, torn, of a foreign format, no folder at all) is removed, and
/// Streams restores it. A full disk is no reason to remove anything. Safe for all threads.
public final class StateFolder {
  private static final Logger LOG = LoggerFactory.getLogger(StateFolder.class);

  private final Path root;
  private final Pattern task;

  /// `stateDir` is the folder of all applications.
  public StateFolder(Path stateDir, String application) {
    this.root = stateDir.toAbsolutePath().normalize().resolve(application);
    this.task = Pattern.compile(Pattern.quote(application) + "/(\\d+_\\d+|global)(?:/|\\b)");
  }

  /// Its stores can't be opened and nothing can be done about it here. The message is for the
  /// operator.
  public static final class UnusableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnusableException(String message, @Nullable Throwable cause) {
      super(message, cause);
    }
  }

  /// While the application runs: removes the one task's stores that the failure names, if it is a
  /// failure to open stores. Other tasks have theirs open.
  void mendTask(Throwable failure) {
    Throwable state = stateFailure(failure);
    Path broken = state == null ? null : named(failure);
    if (broken == null) {
      return;
    }
    String full = fullDisk(failure);
    if (full != null) {
      LOG.error("{}", full);
      return;
    }
    try {
      remove(broken, failure);
    } catch (UnusableException e) {
      LOG.error("{}", e.getMessage());
    }
  }

  /// Before the application runs: removes what the failure names, or all of it where it names
  /// nothing. False where the failure has nothing to do with stores. Throws where it can't help.
  public boolean mend(RuntimeException failure) {
    if (stateFailure(failure) == null) {
      return false;
    }
    String full = fullDisk(failure);
    if (full != null) {
      throw new UnusableException(full, failure);
    }
    Path broken = named(failure);
    remove(broken == null || !exists(broken) ? root : broken, failure);
    return true;
  }

  private static @Nullable Throwable stateFailure(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof ProcessorStateException) {
        return cause;
      }
    }
    return null;
  }

  /// The task's folder that one of the messages speaks of.
  private @Nullable Path named(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      Matcher found = task.matcher(String.valueOf(cause.getMessage()));
      if (found.find()) {
        return root.resolve(found.group(1));
      }
    }
    return null;
  }

  private @Nullable String fullDisk(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      String message = String.valueOf(cause.getMessage());
      if (message.contains("No space left on device") || message.contains("Disk quota exceeded")) {
        return "the disk of " + root + " is full; make room there";
      }
    }
    return null;
  }

  private void remove(Path broken, Throwable failure) {
    LOG.warn(
        "the stores in {} can't be opened ({}); they are removed, and restored from their changelogs",
        broken,
        Pulse.named(failure));
    try {
      Path aside = broken.resolveSibling(broken.getFileName() + ".broken");
      delete(aside);
      Files.move(broken, aside); // a folder that can't be emptied can still be moved away
      delete(aside);
    } catch (IOException e) {
      if (exists(broken)) {
        throw new UnusableException(
            "the stores in "
                + broken
                + " can't be opened, nor removed ("
                + e
                + "); remove that folder, or give this user the right to",
            failure);
      }
      LOG.warn("left over beside {}: {}", broken, e.toString());
    }
  }

  private static boolean exists(Path path) {
    return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
  }

  private static void delete(Path path) throws IOException {
    if (!exists(path)) {
      return;
    }
    Files.walkFileTree(
        path,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure)
              throws IOException {
            if (failure != null) {
              throw failure;
            }
            Files.delete(folder);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
