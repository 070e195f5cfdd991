package dev.playloop.launcher.cli.audit;

import dev.playloop.audit.checkpoint.CheckpointFiles;
import dev.playloop.audit.checkpoint.SignedCheckpoint;
import dev.playloop.launcher.UserProblem;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The checkpoints that were kept elsewhere, and whose signatures are trusted.
final class CheckpointOptions {
  @Option(
      names = "--checkpoint",
      paramLabel = "FILE",
      description =
          "Checkpoints that were kept elsewhere, one a line; may be given more than once. Finds a"
              + " cut tail and a chain that was hashed anew.")
  private @Nullable List<Path> checkpoints;

  @Option(
      names = "--public-key",
      paramLabel = "FILE",
      description =
          "The public key of who signed them, as 'audit keygen' wrote it; may be given more than"
              + " once.")
  private @Nullable List<Path> keys;

  /// All of them, their signatures checked; none where no file was named.
  List<SignedCheckpoint> read() {
    if (checkpoints == null) {
      return List.of();
    }
    if (keys == null) {
      throw UserProblem.usage(
          "--checkpoint needs --public-key: a signature proves nothing without a key you trust",
          "give the file that 'audit keygen' wrote beside the private key (…pub).");
    }
    return CheckpointFiles.read(checkpoints, keys);
  }
}
