package dev.playloop.audit.archive;

import dev.playloop.audit.Audit;
import dev.playloop.audit.AuditException;
import dev.playloop.audit.AuditProblem;
import dev.playloop.audit.AuditQuestion;
import dev.playloop.audit.AuditReport;
import dev.playloop.audit.Controls;
import dev.playloop.audit.ExportCheck;
import dev.playloop.audit.ExportFile;
import dev.playloop.audit.FoldBuild;
import dev.playloop.audit.JournalSource.Extent;
import dev.playloop.audit.checkpoint.CheckpointVerifier;
import dev.playloop.audit.checkpoint.InvalidCheckpointException;
import dev.playloop.audit.checkpoint.SignedCheckpoint;
import dev.playloop.audit.evidence.Exporting;
import dev.playloop.audit.evidence.WholeJournal;
import dev.playloop.audit.log.TopicJournal;
import dev.playloop.journal.Entry;
import dev.playloop.journal.JournalReader;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.event.Author;
import dev.playloop.schemas.event.Control;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.journal.JournalEntry;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.seal.KeyRing;
import dev.playloop.schemas.seal.TrustedKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/// Moves the beginning of the journal into a file: asks every agent for a snapshot, waits until a
/// signed checkpoint covers it, exports what lies before, verifies the file, and only then deletes.
/// What stops on the way leaves the journal as it was, but for the snapshots. Used by one thread.
public final class Archiving {
  private static final Duration LOOK = Duration.ofMillis(200);
  private static final Duration SNAPSHOTS_WITHIN = Duration.ofSeconds(60);

  private final FoldBuild build;
  private final KafkaSettings kafka;
  private final Controls controls;
  private List<TrustedKey> trusted = List.of();
  private Duration patience = Duration.ofMinutes(10);
  private Consumer<String> told = _ -> {};

  /// `controls` asks the agents for snapshots.
  public Archiving(FoldBuild build, KafkaSettings kafka, Controls controls) {
    this.build = build;
    this.kafka = kafka;
    this.controls = controls;
  }

  /// Waits that long for a checkpoint that one of `keys` signed.
  public Archiving trusting(List<TrustedKey> keys, Duration wait) {
    trusted = List.copyOf(keys);
    patience = wait;
    return this;
  }

  /// Tells `listener` of each checkpoint that is passed over, and why.
  public Archiving telling(Consumer<String> listener) {
    told = listener;
    return this;
  }

  /// What went into the archive, and the checkpoint that covers it.
  public record Archived(Exporting.Exported exported, SignedCheckpoint covering) {}

  /// Fills `file`. Throws [AuditException] where something is in the way.
  public Archived archive(ArchiveFile file) throws InterruptedException {
    Map<Integer, Long> cut = ends();
    awaitSnapshots(cut);
    SignedCheckpoint covering = awaitCheckpoint(ends());
    try (TopicJournal journal = TopicJournal.open(kafka, kafka.topics().journal())) {
      requireSigned(journal, covering);
      WholeJournal.Beginning beginning = new WholeJournal.Beginning(journal, cut);
      Exporting.Exported exported =
          file.write(stream -> new Exporting(build, kafka).export(beginning, stream));
      requireIntact(file.path());
      file.writeCheckpoint(Json.text(covering.checkpoint()) + "\n");
      delete(cut);
      return new Archived(exported, covering);
    } catch (IOException e) {
      throw new AuditException(
          new AuditProblem.ArchiveUnreadable(file.path(), String.valueOf(e.getMessage())), e);
    }
  }

  private Map<Integer, Long> ends() {
    try (TopicJournal journal = TopicJournal.open(kafka, kafka.topics().journal())) {
      return journal.extents().stream().collect(Collectors.toMap(Extent::partition, Extent::to));
    }
  }

  /// Every agent below the cut has a snapshot behind it.
  private void awaitSnapshots(Map<Integer, Long> cut) throws InterruptedException {
    Set<AgentId> missing = new HashSet<>();
    try (TopicJournal journal = TopicJournal.open(kafka, kafka.topics().journal())) {
      journal.read(record -> missing.add(new AgentId(record.key())));
    }
    if (missing.isEmpty()) {
      throw new AuditException(new AuditProblem.NothingToArchive());
    }
    Instant now = Instant.now();
    controls.send(
        missing.stream()
            .map(agent -> new Control.Snapshot(agent, Author.of("archive"), now))
            .toList());
    long end = System.nanoTime() + SNAPSHOTS_WITHIN.toNanos();
    while (true) {
      try (TopicJournal journal = TopicJournal.open(kafka, kafka.topics().journal())) {
        journal.read(record -> {
          if (record.offset() >= cut.getOrDefault(record.partition(), 0L)
              && isSnapshot(record.entry())) {
            missing.remove(new AgentId(record.key()));
          }
        });
      }
      if (missing.isEmpty()) {
        return;
      }
      pause(end, new AuditProblem.SnapshotsMissing(missing.size(), missing.iterator().next()));
    }
  }

  private static boolean isSnapshot(JournalEntry record) {
    try {
      return JournalReader.read(record).envelope().kind().equals(Entry.SNAPSHOT);
    } catch (InvalidValueException e) {
      return false;
    }
  }

  /// The newest checkpoint, once it covers `offsets`.
  private SignedCheckpoint awaitCheckpoint(Map<Integer, Long> offsets) throws InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    while (true) {
      SignedCheckpoint newest = newest();
      if (newest != null && covers(newest.body().offsets(), offsets)) {
        return newest;
      }
      pause(end, new AuditProblem.NotCovered(newest == null ? null : newest.body().number()));
    }
  }

  private @Nullable SignedCheckpoint newest() {
    SignedCheckpoint[] newest = {null};
    try (TopicJournal all = TopicJournal.open(kafka, kafka.topics().checkpoints())) {
      all.read(record -> {
        String text = new String(record.value(), StandardCharsets.UTF_8);
        try {
          SignedCheckpoint one = SignedCheckpoint.read(text, trusted, "checkpoint");
          if (newest[0] == null || one.body().number() > newest[0].body().number()) {
            newest[0] = one;
          }
        } catch (InvalidCheckpointException e) {
          told.accept("at offset " + record.offset() + ": " + e.getMessage());
        }
      });
    }
    return newest[0];
  }

  private static boolean covers(List<Long> covered, Map<Integer, Long> offsets) {
    return offsets.entrySet().stream()
        .allMatch(
            one -> one.getKey() < covered.size() && covered.get(one.getKey()) >= one.getValue());
  }

  private static void requireSigned(TopicJournal journal, SignedCheckpoint covering) {
    CheckpointVerifier verifier = new CheckpointVerifier(List.of(covering), journal.extents());
    journal.read(verifier);
    CheckpointVerifier.Report report = verifier.finish();
    if (!report.holds()) {
      throw new AuditException(new AuditProblem.NotAsSigned(report.findings().getFirst().detail()));
    }
  }

  /// Reads the file back, and checks every hash in it.
  private void requireIntact(Path file) throws IOException {
    try (ExportFile written = ExportFile.open(file)) {
      AuditReport report = new Audit(build.verifier(KeyRing.NONE), AuditQuestion.ALL).of(written);
      List<String> beside = ExportCheck.differences(written, report);
      if (report.findings() > 0 || !beside.isEmpty()) {
        throw new AuditException(
            new AuditProblem.ArchiveDiffers(
                file,
                beside.isEmpty()
                    ? report.found().getFirst().finding().detail()
                    : beside.getFirst()));
      }
    }
  }

  private void delete(Map<Integer, Long> cut) throws InterruptedException {
    Map<TopicPartition, RecordsToDelete> orders = new HashMap<>();
    cut.forEach((partition, offset) ->
        orders.put(
            new TopicPartition(kafka.topics().journal().name(), partition),
            RecordsToDelete.beforeOffset(offset)));
    try (Admin admin = Admin.create(kafka.plain(Map.of()))) {
      admin.deleteRecords(orders).all().get();
    } catch (ExecutionException e) {
      throw new AuditException(
          new AuditProblem.ArchiveNotDeleted(String.valueOf(e.getCause())), e.getCause());
    }
  }

  private static void pause(long end, AuditProblem problem) throws InterruptedException {
    if (System.nanoTime() > end) {
      throw new AuditException(problem);
    }
    if (Thread.interrupted()) {
      throw new InterruptedException("stopped before anything was deleted");
    }
    LockSupport.parkNanos(LOOK.toNanos());
  }
}
