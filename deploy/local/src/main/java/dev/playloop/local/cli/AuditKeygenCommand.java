package dev.playloop.local.cli;

import dev.playloop.local.UserProblem;
import dev.playloop.projector.seal.SigningKey;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Makes the key that signs checkpoints.
@Command(
    name = "keygen",
    mixinStandardHelpOptions = true,
    description = {
      "Makes a key that signs checkpoints, and the public key that verifies them.",
      "An existing file is never overwritten. 'openssl genpkey -algorithm ed25519' does the same."
    })
final class AuditKeygenCommand implements Callable<Integer> {
  @Option(
      names = "--out",
      paramLabel = "FILE",
      required = true,
      description = "the private key; the public key goes to FILE.pub")
  private @Nullable Path out;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    Path file = Objects.requireNonNull(out);
    Path open = file.resolveSibling(file.getFileName() + ".pub");
    if (Files.exists(open)) {
      throw taken(open);
    }
    SigningKey key = SigningKey.generate();
    try {
      createPrivate(file);
      Files.writeString(file, key.pem(), StandardCharsets.US_ASCII);
      Files.writeString(
          open, key.trusted().pem(), StandardCharsets.US_ASCII, StandardOpenOption.CREATE_NEW);
    } catch (FileAlreadyExistsException e) {
      throw taken(file);
    } catch (IOException e) {
      throw UserProblem.environment(
          "can't write the key: " + e, "name a folder that exists and can be written.", e);
    }
    PrintWriter to = Objects.requireNonNull(spec).commandLine().getOut();
    to.println("private key  " + file + "  (keep it away from who runs Kafka and the projector)");
    to.println("public key   " + open + "  (give it to whoever verifies)");
    to.println("key id       " + key.trusted().id());
    to.println("Next: set PLAYLOOP_CHECKPOINT_KEY=file:" + file.toAbsolutePath());
    to.flush();
    return 0;
  }

  /// Readable by its owner alone, from the first byte on.
  private static void createPrivate(Path file) throws IOException {
    if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    } else {
      Files.createFile(file);
    }
  }

  private static UserProblem taken(Path file) {
    return UserProblem.usage(
        file + " exists already", "name another file; a key that is in use must not be lost.");
  }
}
