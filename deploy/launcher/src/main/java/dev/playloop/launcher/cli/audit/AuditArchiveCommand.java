package dev.playloop.launcher.cli.audit;

import dev.playloop.audit.archive.Archiving;
import dev.playloop.audit.checkpoint.CheckpointFiles;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.launcher.UserProblem;
import dev.playloop.launcher.audit.ArchiveOutput;
import dev.playloop.launcher.audit.ThisBuild;
import dev.playloop.launcher.cli.options.ClusterOptions;
import dev.playloop.launcher.cli.options.GatewayOptions;
import dev.playloop.operator.gateway.GatewayClient;
import java.nio.file.Path;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Bounds the journal.
@Command(
    name = "archive",
    mixinStandardHelpOptions = true,
    description = {
      "Moves the journal up to now into a file, and deletes it from Kafka.",
      "Every agent writes a snapshot first, and a signed checkpoint must cover it.",
      "'audit verify --archive FILE' verifies the file and what is left as one."
    })
final class AuditArchiveCommand implements Callable<Integer> {
  @Mixin private @Nullable ClusterOptions cluster;
  @Mixin private @Nullable GatewayOptions gateway;

  @Option(names = "--out", required = true, paramLabel = "FILE", description = "the file to write")
  private @Nullable Path out;

  @Option(
      names = "--public-key",
      required = true,
      paramLabel = "FILE",
      description = "whose checkpoints count, as 'audit keygen' wrote it")
  private @Nullable List<Path> keys;

  @Option(
      names = "--wait",
      paramLabel = "DURATION",
      defaultValue = "PT10M",
      description = "how long to wait for a checkpoint, such as PT10M (default: ${DEFAULT-VALUE})")
  private String patience = "PT10M";

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    var to = Objects.requireNonNull(spec).commandLine().getOut();
    ClusterOptions named = Objects.requireNonNull(cluster);
    KafkaSettings kafka = named.kafka();
    Path file = Objects.requireNonNull(out).toAbsolutePath();
    Archiving.Archived archived;
    try (GatewayClient client = Objects.requireNonNull(gateway).open(named.settings())) {
      archived =
          new Archiving(ThisBuild.fold(named.operator().worlds()), kafka, client)
              .trusting(CheckpointFiles.keys(Objects.requireNonNull(keys)), duration())
              .telling(passed -> to.println("passed over, " + passed))
              .archive(ArchiveOutput.fresh(file));
    }
    to.printf(
        "archived %d entries of %d agents to %s%n",
        archived.exported().entries(), archived.exported().heads().byAgent().size(), file);
    to.println("covered by checkpoint " + archived.covering().body().number());
    to.flush();
    return 0;
  }

  private Duration duration() {
    try {
      return Duration.parse(patience);
    } catch (DateTimeParseException e) {
      throw UserProblem.usage(
          "--wait: expected a duration, got '" + patience + "'", "write it like PT10M or PT30S.");
    }
  }
}
