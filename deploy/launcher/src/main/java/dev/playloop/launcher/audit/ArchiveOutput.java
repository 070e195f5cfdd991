package dev.playloop.launcher.audit;

import dev.playloop.audit.archive.ArchiveFile;
import dev.playloop.launcher.OutputFile;
import dev.playloop.launcher.UserProblem;
import java.nio.file.Files;
import java.nio.file.Path;

/// A new file for an archive; its checkpoint goes to `….checkpoint` beside it. Used by one thread.
public record ArchiveOutput(Path path) implements ArchiveFile {
  /// Throws [UserProblem] where there is one already, or a device, which can't be read back.
  public static ArchiveOutput fresh(Path path) {
    var _ = OutputFile.fresh(path).requireFree();
    if (Files.exists(path)) {
      throw UserProblem.usage(path + " is no file", "name a new file: it is read back.");
    }
    return new ArchiveOutput(path);
  }

  @Override
  public <T> T write(Content<T> content) {
    return OutputFile.fresh(path).write(content::write);
  }

  @Override
  public void writeCheckpoint(String line) {
    OutputFile.of(path.resolveSibling(path.getFileName() + ".checkpoint"), true).write(line);
  }
}
