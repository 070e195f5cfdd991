package dev.playloop.launcher.cli.audit;

import dev.playloop.launcher.OutputFile;
import dev.playloop.schemas.seal.SigningKey;
import java.io.PrintWriter;
import java.nio.file.Path;
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
    OutputFile secret = OutputFile.fresh(file).secret().requireFree();
    OutputFile trusted = OutputFile.fresh(open).requireFree();
    SigningKey key = SigningKey.generate();
    secret.write(key.pem());
    trusted.write(key.trusted().pem());
    PrintWriter to = Objects.requireNonNull(spec).commandLine().getOut();
    to.println("private key  " + file + "  (keep it away from who runs Kafka and the projector)");
    to.println("public key   " + open + "  (give it to whoever verifies)");
    to.println("key id       " + key.trusted().id());
    to.println("Next: set PLAYLOOP_CHECKPOINT_KEY=file:" + file.toAbsolutePath());
    to.flush();
    return 0;
  }
}
