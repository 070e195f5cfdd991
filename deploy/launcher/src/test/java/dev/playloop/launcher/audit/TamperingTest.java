package dev.playloop.launcher.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.audit.Audit;
import dev.playloop.audit.AuditQuestion;
import dev.playloop.audit.AuditReport;
import dev.playloop.audit.ExportCheck;
import dev.playloop.audit.ExportFile;
import dev.playloop.audit.ExportFormat;
import dev.playloop.audit.ExportWriter;
import dev.playloop.audit.Heads;
import dev.playloop.audit.InvalidExportException;
import dev.playloop.audit.JournalRecord;
import dev.playloop.audit.JournalSource.Extent;
import dev.playloop.audit.checkpoint.CheckpointVerifier;
import dev.playloop.audit.checkpoint.SignedCheckpoint;
import dev.playloop.journal.ChainHead;
import dev.playloop.journal.FoldRelease;
import dev.playloop.journal.JournalReader;
import dev.playloop.journal.JournalVerifier;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.journal.Checkpoint;
import dev.playloop.schemas.journal.CheckpointBodyBuilder;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.seal.KeyRing;
import dev.playloop.testkit.Effort;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// G7 on the export of a real journal: no change goes unseen. Whoever forges here knows the format:
/// the export is always written anew around what was changed, so that its own last line fits.
@Tag("slow")
class TamperingTest {
  private static final long SEED = 20261121L;

  private static final int ROUNDS = Effort.of(3_000);

  private static final List<JournalRecord> RECORDS = new ArrayList<>();

  private static final Map<String, List<JournalReader.Read>> READS = new HashMap<>();

  private static List<Extent> extents = List.of();

  private static SignedCheckpoint checkpoint;

  private static JournalVerifier verifier;

  @BeforeAll
  static void read() throws IOException {
    var path = GoldenJournals.all().getLast();
    verifier = ThisBuild.fold(Map.of()).verifier(KeyRing.NONE);
    Set<Integer> partitions = new HashSet<>();
    Map<AgentId, ChainHead> heads = new HashMap<>();
    long[] offset = {0};
    try (ExportFile export = ExportFile.open(path)) {
      export.read(record -> {
        // Offsets with room between them, rising over all partitions.
        long at = offset[0] += Forger.GAP;
        partitions.add(record.partition());
        RECORDS.add(
            new JournalRecord(record.partition(), at, record.time(), record.key(), record.entry()));
        JournalReader.Read read = JournalReader.read(record.entry());
        READS.computeIfAbsent(record.key(), _ -> new ArrayList<>()).add(read);
        heads.put(read.envelope().agent(), new ChainHead(read.envelope().seq() + 1, read.hash()));
      });
    }
    long beyond = offset[0] + 2L * Forger.GAP;
    int last = partitions.stream().mapToInt(Integer::intValue).max().orElseThrow();
    extents = IntStream.rangeClosed(0, last).mapToObj(p -> new Extent(p, 0, beyond)).toList();
    checkpoint = checkpoint(Heads.of(heads), beyond);
  }

  private static SignedCheckpoint checkpoint(Heads heads, long beyond) {
    int partitions = 1 + extents.stream().mapToInt(Extent::partition).max().orElseThrow();
    var body =
        CheckpointBodyBuilder.builder()
            .v(1)
            .number(0)
            .at(Instant.EPOCH)
            .journal("playloop.journal")
            .offsets(java.util.Collections.nCopies(partitions, beyond))
            .agents(heads.byAgent().size())
            .root(heads.root())
            .previous("0".repeat(64))
            .build();
    String text = Json.text(body);
    return new SignedCheckpoint(new Checkpoint(1, text, "", ""), body, Sha256.hex(text));
  }

  private record Seen(boolean alone, boolean againstCheckpoint, String how) {}

  @Test
  void theJournalItselfVerifies() throws IOException {
    Seen seen = look(new Forger(RECORDS, new Random(0)).records(), READS.keySet());

    assertThat(seen.alone()).as(seen.how()).isFalse();
    assertThat(seen.againstCheckpoint()).as(seen.how()).isFalse();
  }

  @Test
  void noneOfTwelveThousandChangesGoesUnseen() throws IOException {
    Random random = new Random(SEED);
    Forgery[] kinds = Forgery.values();
    Map<Forgery, Integer> done = new EnumMap<>(Forgery.class);
    int made = 0;
    while (made < ROUNDS) {
      Forgery kind = kinds[random.nextInt(kinds.length)];
      Forger forger = new Forger(RECORDS, random);
      String what = forger.forge(kind);
      if (what == null) {
        continue;
      }
      made++;
      done.merge(kind, 1, Integer::sum);
      Seen seen = look(forger.records(), forger.touched());
      boolean found = kind.needsCheckpoint() ? seen.againstCheckpoint() : seen.alone();
      boolean tail = kind == Forgery.EDIT_ENVELOPE && forger.atTail() && seen.againstCheckpoint();
      assertThat(found || tail).as("seed %d, change %d: %s", SEED, made, what).isTrue();
    }
    assertThat(done.keySet()).containsExactlyInAnyOrder(kinds);
    assertThat(done.values()).allSatisfy(count -> assertThat(count).isGreaterThan(20));
  }

  /// Verifies the chains that were touched; the others are as they were.
  private static Seen look(List<JournalRecord> records, Set<String> touched) throws IOException {
    CheckpointVerifier signed = new CheckpointVerifier(List.of(checkpoint), extents);
    READS.forEach((key, reads) -> {
      if (!touched.contains(key)) {
        reads.forEach(read -> take(signed, read));
      }
    });
    try (ExportFile export = export(records, touched)) {
      AuditReport report =
          new Audit(verifier, AuditQuestion.ALL).with((_, read) -> take(signed, read)).of(export);
      assertThat(ExportCheck.differences(export, report))
          .as("the forger wrote the last line anew")
          .filteredOn(difference -> report.holds())
          .isEmpty();
      return new Seen(!report.holds(), !signed.finish().holds(), report.found().toString());
    } catch (InvalidExportException e) {
      return new Seen(true, true, e.toString());
    }
  }

  private static void take(CheckpointVerifier signed, JournalReader.Read read) {
    signed.entry(
        extents.getFirst().partition(),
        0,
        read.envelope().agent(),
        new ChainHead(read.envelope().seq(), read.envelope().previous()),
        new ChainHead(read.envelope().seq() + 1, read.hash()));
  }

  private static ExportFile export(List<JournalRecord> records, Set<String> touched)
      throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ExportWriter writer =
        new ExportWriter(
            bytes,
            ExportFormat.Header.of(Instant.EPOCH, new FoldRelease(1, "0".repeat(64)), extents));
    for (JournalRecord record : records) {
      if (touched.contains(record.key())) {
        writer.record(ExportFormat.Kind.ENTRY, record);
      }
    }
    var _ = writer.end();
    byte[] written = bytes.toByteArray();
    return ExportFile.open("forged", () -> new ByteArrayInputStream(written));
  }
}
