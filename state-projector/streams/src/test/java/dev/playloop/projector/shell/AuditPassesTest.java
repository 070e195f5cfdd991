package dev.playloop.projector.shell;

import static dev.playloop.fixtures.Samples.config;
import static dev.playloop.fixtures.Samples.trigger;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.audit.Audit;
import dev.playloop.audit.AuditQuestion;
import dev.playloop.audit.AuditReport;
import dev.playloop.audit.JournalRecord;
import dev.playloop.audit.JournalSource;
import dev.playloop.fixtures.SampleDecisions;
import dev.playloop.fixtures.TestWorld;
import dev.playloop.journal.ChainHead;
import dev.playloop.journal.Desk;
import dev.playloop.journal.Finding.Problem;
import dev.playloop.journal.JournalReader;
import dev.playloop.journal.JournalVerifier;
import dev.playloop.journal.Refold;
import dev.playloop.journal.Refold.Outcome;
import dev.playloop.loop.state.LoopPolicy;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.journal.JournalEntry;
import dev.playloop.schemas.topic.JournalHeaders;
import dev.playloop.worlds.model.Worlds;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// An audit whose bound on memory lets it hold a few of its agents at a time, and which therefore
/// reads the journal several times, says what an audit says that holds them all: on a good journal,
/// and on one with a forged chain and a damaged payload.
class AuditPassesTest {
  private static final Worlds WORLDS = Worlds.of(new TestWorld());
  private static final int AGENTS = 6;
  private static final int RUNS = 3;

  @TempDir Path dir;
  private final List<JournalRecord> journal = new ArrayList<>();

  /// Runs of all agents, interleaved; each ends in a snapshot.
  @BeforeEach
  void write() {
    try (LoopDriver loop = new LoopDriver(dir)) {
      for (int agent = 0; agent < AGENTS; agent++) {
        loop.apply(config("a" + agent, "a" + agent));
      }
      for (int run = 0; run < RUNS; run++) {
        for (int agent = 0; agent < AGENTS; agent++) {
          loop.trigger(trigger("a" + agent, "m-" + run, "farm ".repeat(20 * agent)));
        }
        loop.turns().forEach(turn -> loop.decide(SampleDecisions.farm(turn, 1)));
        loop.actions().forEach(action -> loop.done(action, null));
        loop.turns().forEach(turn -> loop.decide(SampleDecisions.text(turn, "done")));
      }
      loop.driver
          .raw(loop.topics.journal())
          .forEach(record -> {
            String key = new String(record.key(), StandardCharsets.UTF_8);
            JournalEntry entry = JournalHeaders.read(record.headers(), record.value());
            journal.add(new JournalRecord(0, journal.size(), 0, key, entry));
          });
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 12_000, 20_000, 40_000, 80_000})
  void agentsBeyondTheBoundAreFoldedInFurtherPasses(long bound) {
    AuditReport all = audit(Long.MAX_VALUE);
    AuditReport few = audit(bound);

    assertThat(all.passes()).isEqualTo(1);
    assertThat(all.holds()).isTrue();
    assertThat(all.folded()).isEqualTo(journal.size());
    assertThat(all.prompts()).isEqualTo(2L * RUNS * AGENTS);
    assertThat(few.passes()).isGreaterThan(1);
    assertSame(few, all);
  }

  @Test
  void theSmallestBoundHoldsOneAgentAtATime() {
    assertThat(audit(1).passes()).isEqualTo(AGENTS);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 12_000, 20_000, 40_000, 80_000})
  void whatDiffersIsFoundOnceInWhicheverPass(long bound) {
    forgeCommands("test/a3", RUNS * 5 / 2);
    damage("test/a5", RUNS * 5 / 2);
    AuditReport all = audit(Long.MAX_VALUE);
    AuditReport few = audit(bound);

    assertThat(all.found())
        .extracting(found -> found.agent() + " " + found.finding().problem())
        .containsExactlyInAnyOrder(
            "test/a3 " + Problem.COMMANDS_DIFFER, "test/a5 " + Problem.PAYLOAD_CHANGED);
    assertThat(all.notFolded().get(Outcome.NO_STATE)).isPositive();
    assertThat(few.passes()).isGreaterThan(1);
    assertSame(few, all);
  }

  private static void assertSame(AuditReport few, AuditReport all) {
    assertThat(few.entries()).isEqualTo(all.entries());
    assertThat(few.folded()).isEqualTo(all.folded());
    assertThat(few.prompts()).isEqualTo(all.prompts());
    assertThat(few.notFolded()).isEqualTo(all.notFolded());
    assertThat(few.findings()).isEqualTo(all.findings());
    assertThat(few.found()).containsExactlyInAnyOrderElementsOf(all.found());
    assertThat(few.heads()).isEqualTo(all.heads());
  }

  private AuditReport audit(long heldBytes) {
    Refold refold = new Refold(Desk.of(LoopPolicy.DEFAULT, WORLDS));
    AuditQuestion question = new AuditQuestion(null, null, null, heldBytes, 100);
    return new Audit(new JournalVerifier(refold), question).of(new Held(journal));
  }

  /// Says something else of an entry's commands, and writes the rest of the chain anew.
  private void forgeCommands(String agent, int entry) {
    String previous = ChainHead.NOTHING;
    int number = 0;
    for (int i = 0; i < journal.size(); i++) {
      JournalRecord record = journal.get(i);
      if (record.key().equals(agent)) {
        JournalEntry was = record.entry();
        JournalEntry.Envelope said = JournalReader.read(was).envelope();
        String envelope =
            new String(Objects.requireNonNull(was.envelope()), StandardCharsets.UTF_8)
                .replace(said.previous(), previous);
        if (number++ == entry) {
          envelope = envelope.replace(said.commandsHash(), "0".repeat(64));
        }
        previous = Sha256.hex(envelope);
        JournalEntry forged = was.envelope(envelope.getBytes(StandardCharsets.UTF_8));
        journal.set(i, record.with(forged));
      }
    }
  }

  /// Changes a payload and not its hash.
  private void damage(String agent, int entry) {
    int number = 0;
    for (int i = 0; i < journal.size(); i++) {
      JournalRecord record = journal.get(i);
      if (record.key().equals(agent) && number++ == entry) {
        byte[] value = record.value();
        value[value.length - 3] ^= 1;
        journal.set(i, record.with(record.entry().value(value)));
      }
    }
  }

  /// A journal in memory.
  private record Held(List<JournalRecord> records) implements JournalSource {
    @Override
    public List<Extent> extents() {
      return List.of(new Extent(0, 0, records.size()));
    }

    @Override
    public void read(Visitor visitor) {
      records.forEach(visitor::take);
    }

    @Override
    public void close() {
      // nothing is open
    }
  }
}
