package dev.playloop.launcher.audit;

import dev.playloop.audit.checkpoint.InvalidCheckpointException;
import dev.playloop.audit.checkpoint.SignedCheckpoint;
import dev.playloop.audit.checkpoint.TrustedKey;
import dev.playloop.launcher.UserProblem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Checkpoints as they lie in files: one a line, as the auditor copies them.
public final class CheckpointFiles {
  private CheckpointFiles() {}

  /// Throws [UserProblem] that names file and line.
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
      throw UserProblem.usage(
          "there is no checkpoint in " + files, "name a file that the auditor copied them to.");
    }
    return all;
  }

  /// Public keys as 'audit keygen' writes them.
  public static List<TrustedKey> keys(List<Path> files) {
    return files.stream().map(key -> TrustedKey.read(text(key), key.toString())).toList();
  }

  private static SignedCheckpoint read(String line, List<TrustedKey> trusted, String what) {
    try {
      return SignedCheckpoint.read(line, trusted, what);
    } catch (InvalidCheckpointException e) {
      throw UserProblem.failed(
          String.valueOf(e.getMessage()),
          "nothing was verified against it; find out where that line comes from.");
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw UserProblem.usage("can't read " + file + ": " + e, "name a file that exists.");
    }
  }
}
