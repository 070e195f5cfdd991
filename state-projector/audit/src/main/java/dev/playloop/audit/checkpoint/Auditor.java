package dev.playloop.audit.checkpoint;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.Role;
import dev.playloop.kit.RoleContext;
import dev.playloop.kit.worker.SourceOwner;
import dev.playloop.schemas.seal.SigningKey;
import dev.playloop.settings.InvalidSettingException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The process that signs checkpoints. Any number may run: group membership over `sources` says who
/// writes. It needs the signing key and reads the journal; the projector, which writes the journal,
/// needs no key. Owns its threads; closed by whoever started it. [AuditorRole] starts it.
final class Auditor implements Role {
  private static final String GROUP = "auditor";

  /// The offsets of all partitions must fit a cursor.
  private static final int MAX_PARTITIONS = 500;

  private final CheckpointSource source;
  private final SourceOwner owner;
  private final AuditorMetrics metrics;

  private Auditor(CheckpointSource source, SourceOwner owner, AuditorMetrics metrics) {
    this.source = source;
    this.owner = owner;
    this.metrics = metrics;
  }

  static Auditor start(SealSettings settings, RoleContext context) {
    KafkaSettings kafka = context.kafka();
    SigningKey key = settings.key();
    if (key == null) {
      throw new InvalidSettingException(
          SealSettings.KEY.name()
              + " must be set: an auditor signs; 'playloop audit keygen --out FILE' makes a key");
    }
    if (kafka.topics().partitions() > MAX_PARTITIONS) {
      throw new InvalidSettingException(
          "PLAYLOOP_PARTITIONS: checkpoints cover at most "
              + MAX_PARTITIONS
              + " partitions, got "
              + kafka.topics().partitions());
    }
    CheckpointSource source =
        new CheckpointSource(
            kafka, key, settings.interval(), Copies.to(settings.copy()), Clock.systemUTC());
    return new Auditor(
        source,
        SourceOwner.start(kafka, GROUP, List.of(source)),
        new AuditorMetrics(context.telemetry(), source, settings.interval()));
  }

  /// Waits until the group has given this process its share.
  @Override
  public boolean awaitReady(Duration timeout) throws InterruptedException {
    return owner.awaitAssigned(timeout);
  }

  /// Where it does not sign what it owns, too: such as a journal that is not what was signed.
  @Override
  public @Nullable String problem() {
    if (!owner.isRunning()) {
      return "it has stopped, the log says why";
    }
    return owner.isReady() ? source.problem() : "its share is not assigned yet";
  }

  @Override
  public boolean isAlive() {
    return owner.isRunning();
  }

  @Override
  public void close() {
    metrics.close();
    owner.close();
    source.close();
  }
}
