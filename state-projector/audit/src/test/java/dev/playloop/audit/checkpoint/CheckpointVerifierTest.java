package dev.playloop.audit.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.audit.Heads;
import dev.playloop.audit.JournalRecord;
import dev.playloop.audit.JournalSource.Extent;
import dev.playloop.audit.checkpoint.CheckpointVerifier.Finding;
import dev.playloop.audit.checkpoint.CheckpointVerifier.Report;
import dev.playloop.journal.ChainHead;
import dev.playloop.journal.Entry;
import dev.playloop.journal.FoldRelease;
import dev.playloop.journal.JournalReader;
import dev.playloop.journal.JournalWriter;
import dev.playloop.journal.Live;
import dev.playloop.journal.Transcripts;
import dev.playloop.loop.state.AgentState;
import dev.playloop.loop.state.AgentStateBuilder;
import dev.playloop.loop.state.Memory;
import dev.playloop.loop.state.StateJson;
import dev.playloop.loop.talk.TalkMemory;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.journal.Checkpoint;
import dev.playloop.schemas.journal.CheckpointBodyBuilder;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.seal.SigningKey;
import dev.playloop.schemas.seal.TrustedKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// A journal of two partitions and five agents against its checkpoints.
class CheckpointVerifierTest {
  private static final Instant AT = Instant.parse("2026-01-31T12:00:00Z");
  private static final SigningKey KEY = SigningKey.generate();

  private final List<JournalRecord> journal = new ArrayList<>();
  private final Map<AgentId, ChainHead> heads = new TreeMap<>();
  private final List<SignedCheckpoint> checkpoints = new ArrayList<>();

  CheckpointVerifierTest() {
    for (int round = 0; round < 3; round++) {
      for (int agent = 0; agent < 5; agent++) {
        append(agent, "round " + round);
      }
      checkpoints.add(checkpoint());
    }
    append(0, "after the last checkpoint");
  }

  @Test
  void whatWasSignedStillLiesThere() {
    Report report = verify(journal, checkpoints);

    assertThat(report.findings()).isEmpty();
    assertThat(report.compared()).isEqualTo(3);
  }

  @Test
  void aCutTailIsFound() {
    List<JournalRecord> cut = journal.subList(0, 13);

    assertThat(problems(verify(cut, checkpoints)))
        .anyMatch(finding -> finding.checkpoint() == 2 && finding.detail().contains("was cut"));
    assertThat(verify(cut, checkpoints.subList(0, 2)).holds()).isTrue();
  }

  @Test
  void aTailCutToTheSameOffsetsIsFound() {
    // The cutter fills up with entries of an agent that nobody asked about.
    List<JournalRecord> cut = new ArrayList<>(journal.subList(0, 10));
    AgentId forged = new AgentId("test/forged");
    ChainHead head = ChainHead.START;
    for (JournalRecord lost : journal.subList(10, journal.size())) {
      JournalWriter.Written entry = write(forged, head, "filler");
      head = entry.next();
      cut.add(new JournalRecord(lost.partition(), lost.offset(), 0, forged.value(), entry.entry()));
    }

    assertThat(problems(verify(cut, checkpoints)))
        .singleElement()
        .matches(finding -> finding.checkpoint() == 2 && finding.detail().contains("root"));
  }

  @Test
  void aChainThatWasHashedAnewIsFound() {
    AgentId victim = agent(3);
    List<JournalRecord> forged = new ArrayList<>();
    ChainHead head = ChainHead.START;
    for (JournalRecord record : journal) {
      if (record.key().equals(victim.value())) {
        JournalWriter.Written entry = write(victim, head, "another past");
        head = entry.next();
        forged.add(
            new JournalRecord(record.partition(), record.offset(), 0, record.key(), entry.entry()));
      } else {
        forged.add(record);
      }
    }

    assertThat(problems(verify(forged, checkpoints)))
        .extracting(Finding::checkpoint)
        .containsExactly(0L, 1L, 2L);
  }

  @Test
  void whatWasArchivedIsProvenByWhatComesAfter() {
    // Everything below the second checkpoint is gone.
    List<Long> cut = checkpoints.get(1).body().offsets();
    List<JournalRecord> rest =
        journal.stream().filter(r -> r.offset() >= cut.get(r.partition())).toList();
    List<Extent> extents =
        extents(journal).stream()
            .map(e -> new Extent(e.partition(), cut.get(e.partition()), e.to()))
            .toList();

    Report report = verify(rest, extents, checkpoints);

    assertThat(report.holds()).isTrue();
    assertThat(report.compared()).isEqualTo(2);
    assertThat(report.findings())
        .singleElement()
        .matches(f -> f.checkpoint() == 0 && f.detail().contains("archive"));
  }

  @Test
  void checkpointsThatDoNotFollowEachOtherAreFound() {
    SignedCheckpoint two = checkpoints.get(2);
    Checkpoint.Body body = two.body();
    SignedCheckpoint fork =
        SignedCheckpoint.sign(
            KEY,
            CheckpointBodyBuilder.builder()
                .v(1)
                .number(2)
                .at(body.at())
                .journal(body.journal())
                .offsets(body.offsets())
                .agents(body.agents())
                .root(body.root())
                .previous(Sha256.hex("another past"))
                .build());

    assertThat(problems(verify(journal, List.of(checkpoints.get(1), fork))))
        .singleElement()
        .matches(finding -> finding.detail().startsWith("previous: expected"));
    assertThat(problems(verify(journal, List.of(two, fork))))
        .singleElement()
        .matches(finding -> finding.detail().contains("one key signed both"));
  }

  @Test
  void wrongSignatureWrongKeyAndUnknownFormatAreClear() {
    Checkpoint one = checkpoints.get(0).checkpoint();
    List<TrustedKey> trusted = List.of(KEY.trusted());
    Checkpoint edited =
        new Checkpoint(
            1, one.body().replace("\"number\":0", "\"number\":7"), one.key(), one.signature());

    assertThat(SignedCheckpoint.read(Json.text(one), trusted, "f:1").body().number()).isZero();
    assertThatThrownBy(() -> SignedCheckpoint.read(Json.text(edited), trusted, "f:1"))
        .isInstanceOf(InvalidCheckpointException.class)
        .hasMessageContaining("f:1: signature: it does not fit");
    assertThatThrownBy(() ->
            SignedCheckpoint.read(Json.text(one), List.of(SigningKey.generate().trusted()), "f:1"))
        .isInstanceOf(InvalidCheckpointException.class)
        .hasMessageContaining("key: expected one of the given keys")
        .hasMessageContaining(one.key());
    assertThatThrownBy(() ->
            SignedCheckpoint.read(
                Json.text(new Checkpoint(2, one.body(), one.key(), one.signature())),
                trusted,
                "f:1"))
        .hasMessageContaining("v: expected at most 1, which this release reads, got 2");
    assertThatThrownBy(() -> SignedCheckpoint.read("{\"x\":1}", trusted, "f:1"))
        .isInstanceOf(InvalidCheckpointException.class)
        .hasMessageContaining("expected a checkpoint");
  }

  private static List<Finding> problems(Report report) {
    return report.findings().stream().filter(Finding::problem).toList();
  }

  private static Report verify(List<JournalRecord> records, List<SignedCheckpoint> against) {
    return verify(records, extents(records), against);
  }

  private static Report verify(
      List<JournalRecord> records, List<Extent> extents, List<SignedCheckpoint> against) {
    CheckpointVerifier verifier = new CheckpointVerifier(against, extents);
    records.forEach(verifier::take);
    return verifier.finish();
  }

  private static List<Extent> extents(List<JournalRecord> records) {
    Map<Integer, Long> to = new HashMap<>(Map.of(0, 0L, 1, 0L));
    records.forEach(r -> to.merge(r.partition(), r.offset() + 1, Math::max));
    return to.entrySet().stream().map(e -> new Extent(e.getKey(), 0, e.getValue())).toList();
  }

  private void append(int number, String what) {
    AgentId agent = agent(number);
    JournalWriter.Written entry = write(agent, heads.getOrDefault(agent, ChainHead.START), what);
    heads.put(agent, entry.next());
    int partition = number % 2;
    long offset = journal.stream().filter(r -> r.partition() == partition).count();
    assertThat(JournalReader.read(entry.entry()).hash()).isEqualTo(entry.next().previous());
    journal.add(new JournalRecord(partition, offset, 0, agent.value(), entry.entry()));
  }

  private SignedCheckpoint checkpoint() {
    Heads all = Heads.of(heads);
    List<Extent> extents = extents(journal);
    return SignedCheckpoint.sign(
        KEY,
        CheckpointBodyBuilder.builder()
            .v(1)
            .number(checkpoints.size())
            .at(AT)
            .journal("test.journal")
            .offsets(List.of(extents.get(0).to(), extents.get(1).to()))
            .agents(all.byAgent().size())
            .root(all.root())
            .previous(
                checkpoints.isEmpty() ? SignedCheckpoint.NOTHING : checkpoints.getLast().hash())
            .build());
  }

  private static JournalWriter.Written write(AgentId agent, ChainHead head, String what) {
    JournalWriter writer = new JournalWriter(1_000_000, () -> new byte[16]);
    Memory memory =
        AgentState.empty(agent).memory().withNotes(List.of(new Memory.Note(what, null)));
    AgentState noted = AgentStateBuilder.builder(AgentState.empty(agent)).memory(memory).build();
    StateJson json = StateJson.of(noted, StateJson.Parts.NONE);
    Live live = new Live(noted, Transcripts.EMPTY, TalkMemory.NONE, json.parts(), Live.NO_WISH);
    FoldRelease release = new FoldRelease(1, Sha256.hex(""));
    return writer.write(head, Entry.snapshot(live, json, head.seq()), release);
  }

  private static AgentId agent(int number) {
    return new AgentId("test/a" + number);
  }
}
