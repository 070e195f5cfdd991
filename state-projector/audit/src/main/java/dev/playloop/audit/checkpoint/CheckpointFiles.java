package dev.playloop.audit.checkpoint;

import dev.playloop.audit.AuditException;
import dev.playloop.audit.AuditProblem;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.seal.TrustedKey;
import dev.playloop.settings.InvalidSettingException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Checkpoints as they lie in files: one a line, as the auditor copies them.
public final class CheckpointFiles {
  private CheckpointFiles() {}

  /// Throws [AuditException] that names file and line.
  public static List<SignedCheckpoint> read(List<Path> files, List<Path> keys) {
    List<TrustedKey> trusted = keys(keys);
    List<SignedCheckpoint> all = new ArrayList<>();
    for (Path file : files) {
      List<String> lines = text(file).lines().toList();
      for (int i = 0; i < lines.size(); i++) {
        if (!lines.get(i).isBlank()) {
          all.add(read(lines.get(i), trusted, file + ":" + (i + 1)));
        }
      }
    }
    if (all.isEmpty()) {
      throw new AuditException(new AuditProblem.NoCheckpoints(List.copyOf(files)));
    }
    return all;
  }

  /// Public keys as 'audit keygen' writes them.
  public static List<TrustedKey> keys(List<Path> files) {
    return files.stream().map(CheckpointFiles::key).toList();
  }

  private static TrustedKey key(Path file) {
    try {
      return TrustedKey.read(text(file), file.toString());
    } catch (InvalidValueException e) {
      throw new InvalidSettingException(String.valueOf(e.getMessage()));
    }
  }

  private static SignedCheckpoint read(String line, List<TrustedKey> trusted, String what) {
    try {
      return SignedCheckpoint.read(line, trusted, what);
    } catch (InvalidCheckpointException e) {
      throw new AuditException(new AuditProblem.BadCheckpoint(String.valueOf(e.getMessage())), e);
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new AuditException(new AuditProblem.UnreadableFile(file, e.toString()), e);
    }
  }
}
