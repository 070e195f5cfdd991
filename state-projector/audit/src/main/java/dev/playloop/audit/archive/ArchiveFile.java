package dev.playloop.audit.archive;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;

/// Where an archive goes. Used by one thread.
public interface ArchiveFile {
  /// The file, which is there under this name once it is whole, and is read back then.
  Path path();

  /// Writes it, and returns what `content` gave.
  <T> T write(Content<T> content);

  /// Writes the checkpoint that covers it, beside it.
  void writeCheckpoint(String line);

  /// Fills a file.
  @FunctionalInterface
  interface Content<T> {
    T write(OutputStream to) throws IOException;
  }
}
