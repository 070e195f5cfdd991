package dev.playloop.console.api;

import dev.playloop.audit.AuditQuestion;
import dev.playloop.audit.JournalRecord;
import dev.playloop.audit.JournalSource;
import dev.playloop.audit.checkpoint.CheckpointVerifier;
import dev.playloop.audit.checkpoint.SignedCheckpoint;
import dev.playloop.audit.evidence.Evidence;
import dev.playloop.audit.evidence.Exporting;
import dev.playloop.audit.evidence.Verifying;
import dev.playloop.audit.evidence.Verifying.Verified;
import dev.playloop.audit.log.TopicJournal;
import dev.playloop.console.door.LoggedIn;
import dev.playloop.console.index.IndexReads;
import dev.playloop.console.index.Spot;
import dev.playloop.http.EdgeAnswer;
import dev.playloop.http.EdgeCall;
import dev.playloop.http.Problem;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.RunId;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Verifies the journal, and hands out a part of it. One of these at a time, since each reads all
/// of it. Safe for all threads.
final class AuditApi {
  private static final int HEADS = 200;
  private static final int MOST_EXPORT = 64 << 20;

  private final Backing backing;
  private final IndexReads reads;
  private final Semaphore one = new Semaphore(1);
  private final AtomicReference<@Nullable Report> last = new AtomicReference<>();

  /// What the last verification found wrong with what checkpoints signed, by their numbers.
  private volatile Map<Long, String> roots = Map.of();

  AuditApi(Backing backing) {
    this.backing = backing;
    this.reads = backing.reads();
  }

  /// What a verification came to.
  ///
  /// @param folded entries that were folded again
  record Report(
      long entries, long folded, long differences, List<Finding> findings, Seconds took) {}

  record Seconds(Instant at, double seconds) {}

  record Finding(String agent, long seq, String detail) {}

  record Audit(
      long entries,
      List<IndexReads.Head> heads,
      List<CheckpointsTold.Told> checkpoints,
      @Nullable Report last) {}

  /// `GET /api/audit`.
  Object look(EdgeCall call) throws InterruptedException {
    return new Audit(
        reads.entries(), reads.heads(HEADS), checkpoints().newest(HEADS, roots), last.get());
  }

  private CheckpointsTold checkpoints() {
    CheckpointsTold told = new CheckpointsTold(backing.open().signers());
    KafkaSettings kafka = backing.kafka();
    if (kafka != null && TopicJournal.exists(kafka, kafka.topics().checkpoints())) {
      try (TopicJournal topic = TopicJournal.open(kafka, kafka.topics().checkpoints())) {
        topic.read(
            record -> told.take(Instant.ofEpochMilli(record.time()), record.entry().value()));
      }
    }
    return told;
  }

  /// Whose journal.
  ///
  /// @param agent null: everybody's
  /// @param from from which of its entries on it is folded again; null: from the first
  record Whose(@Nullable String agent, @Nullable Long from) {}

  /// `POST /api/audit/verify`. Chains are checked from their beginning in any case.
  Object verify(EdgeCall call) throws InterruptedException {
    Whose whose = SaidBody.of(call, Whose.class);
    AgentId agent = whose.agent() == null ? null : new AgentId(whose.agent());
    AuditQuestion question = AuditQuestion.about(agent, from(agent, whose.from()), null);
    return alone(() -> {
      try (Evidence evidence = backing.journal().evidence()) {
        List<SignedCheckpoint> signed = agent == null ? checkpoints().signed() : List.of();
        Verified verified =
            new Verifying(backing.fold().get(), question).against(signed).of(evidence);
        Report report = report(verified);
        last.set(report);
        return report;
      }
    });
  }

  private @Nullable Instant from(@Nullable AgentId agent, @Nullable Long seq)
      throws InterruptedException {
    if (seq == null) {
      return null;
    }
    if (agent == null) {
      throw AskedQuery.wrong("from", "the number of an entry of `agent`", "no agent").refused();
    }
    Spot spot = reads.spot(agent, seq);
    if (spot == null) {
      throw AskedQuery.missing("entry " + seq + " of " + agent).refused();
    }
    return spot.row().at();
  }

  private Report report(Verified verified) {
    List<Finding> findings = new ArrayList<>();
    verified
        .report()
        .found()
        .forEach(found ->
            findings.add(
                new Finding(found.agent(), found.finding().seq(), found.finding().detail())));
    verified.beside().forEach(text -> findings.add(new Finding("", -1, text)));
    CheckpointVerifier.Report signed = verified.checkpoints();
    if (signed != null) {
      Map<Long, String> wrong = new HashMap<>();
      for (CheckpointVerifier.Finding found : signed.findings()) {
        if (found.problem()) {
          wrong.putIfAbsent(found.checkpoint(), found.detail());
          String detail = "checkpoint " + found.checkpoint() + ": " + found.detail();
          findings.add(new Finding("", -1, detail));
        }
      }
      roots = Map.copyOf(wrong);
    }
    return new Report(
        verified.report().entries(),
        verified.report().folded(),
        verified.differences(),
        findings,
        new Seconds(backing.open().clock().instant(), verified.took().toMillis() / 1_000.0));
  }

  /// Reads the whole journal.
  @FunctionalInterface
  private interface Reading<T> {
    T read();
  }

  private <T> T alone(Reading<T> reading) {
    if (!one.tryAcquire()) {
      throw Problem.of(
              429, "busy", "One at a time", "the journal is being read as a whole; come again")
          .refused();
    }
    try {
      return reading.read();
    } finally {
      one.release();
    }
  }

  /// `GET /api/audit/export`: the journal of a run's agent, for `./playloop console --file`.
  EdgeAnswer export(EdgeCall call) {
    RunId run = AskedQuery.of(call).run();
    LoggedIn.of(call.known()).requireSight(run.agent());
    KafkaSettings kafka = backing.kafka();
    if (kafka == null) {
      throw Problem.of(409, "a-file", "It is a file already", "copy it").refused();
    }
    byte[] file =
        alone(() -> {
          try (Evidence evidence = backing.journal().evidence()) {
            Bounded bytes = new Bounded();
            Exporting.Exported exported =
                new Exporting(backing.fold().get(), kafka)
                    .export(new OfAgent(evidence.journal(), run.agent()), bytes);
            if (exported.entries() == 0) {
              throw AskedQuery.missing("entry of " + run.agent()).refused();
            }
            return bytes.toByteArray();
          } catch (IOException e) {
            throw new UncheckedIOException("can't write an export", e);
          }
        });
    String name = run.agent().value().replaceAll("[^a-z0-9-]", "-") + ".jsonl";
    return new EdgeAnswer.Full(
        200,
        "application/jsonl",
        Objects.requireNonNull(file),
        Map.of(
            "Content-Disposition",
            "attachment; filename=\"" + name + "\"",
            "Cache-Control",
            "no-store"));
  }

  /// Refuses what is more than can be held.
  private static final class Bounded extends OutputStream {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    @Override
    public void write(int one) {
      write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] more, int from, int length) {
      if (bytes.size() + length > MOST_EXPORT) {
        throw Problem.tooLarge(
                "the export", MOST_EXPORT, "more: './playloop audit export' has no" + " such bound")
            .refused();
      }
      bytes.write(more, from, length);
    }

    byte[] toByteArray() {
      return bytes.toByteArray();
    }
  }

  /// The entries of one agent in a journal; closing is left to that.
  private record OfAgent(JournalSource journal, AgentId agent) implements JournalSource {
    @Override
    public List<Extent> extents() {
      return journal.extents();
    }

    @Override
    public void read(Visitor visitor) {
      journal.read((JournalRecord record) -> {
        if (record.key().equals(agent.value())) {
          visitor.take(record);
        }
      });
    }

    @Override
    public void close() {}
  }
}
