package dev.playloop.launcher.audit;

import dev.playloop.audit.Audit;
import dev.playloop.audit.AuditReport;
import dev.playloop.audit.ExportCheck;
import dev.playloop.audit.ExportFile;
import dev.playloop.audit.JournalSource.Extent;
import dev.playloop.audit.Question;
import dev.playloop.audit.checkpoint.CheckpointVerifier;
import dev.playloop.audit.checkpoint.InvalidCheckpointException;
import dev.playloop.audit.checkpoint.SignedCheckpoint;
import dev.playloop.audit.checkpoint.TrustedKey;
import dev.playloop.journal.Entry;
import dev.playloop.journal.JournalReader;
import dev.playloop.journal.KeyRing;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.launcher.OutputFile;
import dev.playloop.launcher.UserProblem;
import dev.playloop.operator.Publisher;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.event.Control;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
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
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;

/// Moves the beginning of the journal into a file: asks every agent for a snapshot, waits until a
/// signed checkpoint covers it, exports what lies before, verifies the file, and only then deletes.
/// What stops on the way leaves the journal as it was, but for the snapshots. Used by one thread.
public final class Archiving {
  private static final Duration LOOK = Duration.ofMillis(200);
  private static final Duration SNAPSHOTS_WITHIN = Duration.ofSeconds(60);

  private final KafkaSettings kafka;
  private final List<TrustedKey> trusted;
  private final Duration patience;
  private final PrintWriter out;

  /// `patience` is how long it waits for a checkpoint that one of `trusted` signed.
  public Archiving(
      KafkaSettings kafka, List<TrustedKey> trusted, Duration patience, PrintWriter out) {
    this.kafka = kafka;
    this.trusted = List.copyOf(trusted);
    this.patience = patience;
    this.out = out;
  }

  /// Writes `file`, and beside it the checkpoint that covers it (`….checkpoint`). Returns how many
  /// entries went there. Throws [UserProblem] where something is in the way.
  public long archive(Path file) throws InterruptedException {
    OutputFile archive = OutputFile.fresh(file).requireFree();
    if (Files.exists(file)) {
      throw UserProblem.usage(file + " is no file", "name a new file: it is read back.");
    }
    Map<Integer, Long> cut = ends();
    awaitSnapshots(cut);
    SignedCheckpoint covering = awaitCheckpoint(ends());
    try (TopicJournal journal = TopicJournal.open(kafka, kafka.topics().journal())) {
      requireSigned(journal, covering);
      Exporting.Exported exported =
          Exporting.export(kafka, new WholeJournal.Beginning(journal, cut), archive);
      requireIntact(file);
      OutputFile.of(file.resolveSibling(file.getFileName() + ".checkpoint"), true)
          .write(Json.text(covering.checkpoint()) + "\n");
      delete(cut);
      out.printf(
          "archived %d entries of %d agents to %s%n",
          exported.entries(), exported.heads().byAgent().size(), file);
      out.println("covered by checkpoint " + covering.body().number());
      return exported.entries();
    } catch (IOException e) {
      throw UserProblem.environment(
          "can't read back " + file + ": " + e.getMessage(), "nothing was deleted.", e);
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
      throw UserProblem.failed("the journal is empty", "there is nothing to archive.");
    }
    try (Publisher publisher = Publisher.open(kafka)) {
      for (AgentId agent : missing) {
        publisher.control(new Control.Snapshot(agent, "archive", Instant.now()));
      }
    }
    long end = System.nanoTime() + SNAPSHOTS_WITHIN.toNanos();
    while (true) {
      try (TopicJournal journal = TopicJournal.open(kafka, kafka.topics().journal())) {
        journal.read(record -> {
          if (record.offset() >= cut.getOrDefault(record.partition(), 0L)
              && isSnapshot(record.value())) {
            missing.remove(new AgentId(record.key()));
          }
        });
      }
      if (missing.isEmpty()) {
        return;
      }
      pause(
          end,
          missing.size() + " agents wrote no snapshot, such as " + missing.iterator().next(),
          "is the projector running?");
    }
  }

  private static boolean isSnapshot(byte[] record) {
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
      pause(
          end,
          newest == null
              ? "there is no checkpoint that one of the given keys signed"
              : "checkpoint " + newest.body().number() + " does not cover the snapshots yet",
          "is './playloop worker auditor' running? --wait says how long to wait for it.");
    }
  }

  private @org.jspecify.annotations.Nullable SignedCheckpoint newest() {
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
          out.println("passed over, at offset " + record.offset() + ": " + e.getMessage());
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
      throw UserProblem.failed(
          "the journal is not what was signed: " + report.findings().getFirst().detail(),
          "nothing was deleted; './playloop audit verify' tells more.");
    }
  }

  /// Reads the file back, and checks every hash in it.
  private static void requireIntact(Path file) throws IOException {
    try (ExportFile written = ExportFile.open(file)) {
      AuditReport report = new Audit(Verifying.verifier(KeyRing.NONE), Question.ALL).of(written);
      List<String> beside = ExportCheck.differences(written, report);
      if (report.findings() > 0 || !beside.isEmpty()) {
        throw UserProblem.failed(
            "the archive does not verify: "
                + (beside.isEmpty()
                    ? report.found().getFirst().finding().detail()
                    : beside.getFirst()),
            "nothing was deleted; './playloop audit verify --file " + file + "' tells more.");
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
      throw UserProblem.environment(
          "Kafka did not delete what was archived: " + e.getCause(),
          "the archive is whole; this command needs the right to DELETE records of the journal.",
          e.getCause());
    }
  }

  private static void pause(long end, String what, String next) throws InterruptedException {
    if (System.nanoTime() > end) {
      throw UserProblem.environment(what + "; nothing was deleted", next, null);
    }
    if (Thread.interrupted()) {
      throw new InterruptedException("stopped before anything was deleted");
    }
    LockSupport.parkNanos(LOOK.toNanos());
  }
}
