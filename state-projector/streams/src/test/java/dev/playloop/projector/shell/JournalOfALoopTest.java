package dev.playloop.projector.shell;

import static dev.playloop.fixtures.Samples.agent;
import static dev.playloop.fixtures.Samples.config;
import static dev.playloop.fixtures.Samples.trigger;
import static dev.playloop.projector.shell.LoopTopologyTest.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.fixtures.SampleDecisions;
import dev.playloop.fixtures.Samples;
import dev.playloop.fixtures.TestWorld;
import dev.playloop.journal.ChainHead;
import dev.playloop.journal.Desk;
import dev.playloop.journal.Finding;
import dev.playloop.journal.Finding.Problem;
import dev.playloop.journal.JournalReader;
import dev.playloop.journal.JournalVerifier;
import dev.playloop.journal.JournalVerifier.Report;
import dev.playloop.journal.Refold;
import dev.playloop.journal.Releases;
import dev.playloop.loop.Fold;
import dev.playloop.loop.state.LoopPolicy;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.View;
import dev.playloop.schemas.journal.JournalEntry;
import dev.playloop.schemas.journal.JournalEntry.Envelope;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.model.Worlds;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// G6 and G7 on a journal as the shell writes it: folded again it is the same, and no change to it
/// goes unseen.
class JournalOfALoopTest {
  private static final Worlds WORLDS = Worlds.of(new TestWorld());
  private static final Releases RELEASES = Releases.of(LoopPolicy.DEFAULT, WORLDS);

  @TempDir Path dir;
  private List<JournalEntry> journal;

  /// Two runs with a refusal, a view that is waited for, a deadline that passes, a duplicate.
  @BeforeEach
  void write() {
    try (LoopDriver loop = new LoopDriver(dir)) {
      loop.apply(config("ada", "ada"));
      loop.view(view(3));
      loop.trigger(
          trigger("ada", "m-1", "farm \u00e4 \ud83d\ude00 \ud83d \"quoted\" 9007199254740993"));
      loop.trigger(trigger("ada", "m-1", "farm"));
      loop.decide(SampleDecisions.farm(only(loop.turns()), 9007199254740993L));
      loop.refused(only(loop.actions()), "not_ripe");
      loop.decide(SampleDecisions.farm(only(loop.turns()), 2));
      Action action = only(loop.actions());
      loop.done(action, 5L);
      loop.view(view(5));
      loop.decide(SampleDecisions.text(only(loop.turns()), "done"));
      loop.trigger(trigger("ada", "m-2", "and again"));
      loop.pass(Duration.ofMinutes(11));
      loop.done(action, null);
      journal = loop.journal();
    }
  }

  private static View view(long version) {
    return View.of(agent("ada"), Samples.START, Json.tree("{\"energy\":1.50,\"gold\":1e3}"))
        .version(version)
        .summary("energy")
        .tokens(5);
  }

  private static JournalVerifier verifier(Releases releases) {
    return new JournalVerifier(new Refold(new Desk(LoopPolicy.DEFAULT, releases)));
  }

  private static Report verify(List<JournalEntry> entries) {
    return verifier(RELEASES).verify(agent("ada"), entries, ChainHead.START, null);
  }

  private ChainHead checkpoint() {
    JournalReader.Read last = JournalReader.read(journal.getLast());
    return new ChainHead(last.envelope().seq() + 1, last.hash());
  }

  @Test
  void aJournalFoldedAgainGivesTheSameStatesPromptsAndCommands() {
    Report report = verify(journal);

    assertThat(report.findings()).isEmpty();
    assertThat(report.refolded()).isEqualTo(journal.size()).isGreaterThan(12);
    assertThat(report.notRefolded()).isZero();
  }

  /// Half a surrogate pair, as a player may send it, would be hashed as a question mark: it is
  /// U+FFFD from the edge on.
  @Test
  void whatUtf8DoesNotHaveIsReplacedBeforeItIsJournaled() {
    assertThat(journal)
        .allSatisfy(entry -> assertThat(JournalReader.read(entry).payloadIntact()).isTrue())
        .anySatisfy(entry -> assertThat(text(entry.value())).contains("\ufffd \\\"quoted"));
  }

  @Test
  void entriesOfAnotherReleaseAreChainedButNotFoldedAgain() {
    Report report =
        verifier(RELEASES.atFold(Fold.VERSION + 1))
            .verify(agent("ada"), journal, ChainHead.START, null);

    assertThat(report.holds()).isTrue();
    assertThat(report.refolded()).isZero();
  }

  @Test
  void verificationCanBeginAtASnapshot() {
    int snapshot = 0;
    while (!JournalReader.read(journal.get(snapshot)).envelope().kind().equals("snapshot")) {
      snapshot++;
    }
    List<JournalEntry> rest = journal.subList(snapshot, journal.size());

    Report report = verifier(RELEASES).verify(agent("ada"), rest, null, checkpoint());

    assertThat(report.findings()).isEmpty();
    assertThat(report.refolded()).isEqualTo(rest.size()).isGreaterThan(2);
  }

  @Test
  void anErasedPayloadLeavesTheChainIntact() {
    List<JournalEntry> erased = new ArrayList<>(journal);
    erased.replaceAll(JournalEntry::erased);

    Report report = verify(erased);

    assertThat(report.holds()).isTrue();
    assertThat(report.notRefolded()).isEqualTo(journal.size());
  }

  @Test
  void anyEditDeletionInsertionOrMoveIsDetected() {
    long seed = 20261120L;
    Random random = new Random(seed);
    for (int i = 0; i < 400; i++) {
      List<JournalEntry> changed = new ArrayList<>(journal);
      String what = mutate(changed, random);
      assertThat(
              verifier(RELEASES)
                  .verify(agent("ada"), changed, ChainHead.START, checkpoint())
                  .holds())
          .as("seed %d, change %d: %s", seed, i, what)
          .isFalse();
    }
  }

  private static String mutate(List<JournalEntry> entries, Random random) {
    int at = random.nextInt(entries.size());
    JournalEntry entry = entries.get(at);
    return switch (random.nextInt(6)) {
      case 0 -> {
        entries.set(at, entry.envelope(flipped(entry.envelope(), random)));
        yield "envelope " + at + " edited";
      }
      case 1 -> {
        entries.set(at, entry.value(flipped(entry.value(), random)));
        yield "payload " + at + " edited";
      }
      case 2 -> {
        entries.set(at, entry.salt(new byte[JournalEntry.SALT_BYTES]));
        yield "salt " + at + " edited";
      }
      case 3 -> {
        entries.remove(at);
        yield at + " deleted";
      }
      case 4 -> {
        entries.add(random.nextInt(entries.size()), entry);
        yield at + " inserted again";
      }
      default -> {
        int other = (at + 1) % entries.size();
        Collections.swap(entries, at, other);
        yield at + " and " + other + " swapped";
      }
    };
  }

  /// The same with one byte changed.
  private static byte[] flipped(byte @Nullable [] bytes, Random random) {
    byte[] other = Objects.requireNonNull(bytes).clone();
    int at = random.nextInt(other.length);
    other[at] = (byte) (other[at] == 'x' ? 'y' : 'x');
    return other;
  }

  private static String text(byte @Nullable [] utf8) {
    return new String(Objects.requireNonNull(utf8), StandardCharsets.UTF_8);
  }

  @Test
  void aCutTailIsSeenAgainstACheckpoint() {
    List<JournalEntry> cut = journal.subList(0, journal.size() - 1);

    assertThat(verify(cut).holds()).isTrue();
    assertThat(
            verifier(RELEASES).verify(agent("ada"), cut, ChainHead.START, checkpoint()).findings())
        .extracting(Finding::problem)
        .containsExactly(Problem.WRONG_END);
  }

  @Test
  void aRehashedChainWithAnotherCostIsSeenByFoldingAgain() {
    List<JournalEntry> forged =
        hashedAnew(body -> body.replace("\"costUsd\":0", "\"costUsd\":7"), prompt -> prompt);

    assertThat(verify(forged).findings())
        .extracting(Finding::problem)
        .contains(Problem.STATE_DIFFERS)
        .doesNotContain(Problem.BROKEN_CHAIN, Problem.PAYLOAD_CHANGED);
    assertThat(
            verifier(RELEASES)
                .verify(agent("ada"), forged, ChainHead.START, checkpoint())
                .findings())
        .extracting(Finding::problem)
        .contains(Problem.WRONG_END);
  }

  @Test
  void aRehashedChainWithAnotherPromptOrNoneIsSeenByFoldingAgain() {
    for (UnaryOperator<@Nullable String> another :
        List.<UnaryOperator<@Nullable String>>of(
            prompt -> prompt == null ? null : "0" + prompt.substring(1),
            prompt -> null,
            prompt -> prompt == null ? "0".repeat(64) : prompt)) {
      assertThat(verify(hashedAnew(body -> body, another)).findings())
          .extracting(Finding::problem)
          .contains(Problem.PROMPT_DIFFERS)
          .doesNotContain(Problem.BROKEN_CHAIN, Problem.PAYLOAD_CHANGED);
    }
  }

  /// What a forger writes who may write everything, and knows how the chain is made.
  private List<JournalEntry> hashedAnew(
      UnaryOperator<String> bodies, UnaryOperator<@Nullable String> prompts) {
    List<JournalEntry> forged = new ArrayList<>();
    String previous = ChainHead.NOTHING;
    for (JournalEntry entry : journal) {
      Envelope envelope = Json.read(Objects.requireNonNull(entry.envelope()), Envelope.class);
      byte[] value = bodies.apply(text(entry.value())).getBytes(StandardCharsets.UTF_8);
      byte[] text =
          Json.bytes(
              envelope
                  .hashes(
                      dev.playloop.schemas.Sha256.hex(Objects.requireNonNull(entry.salt()), value),
                      envelope.commandsHash(),
                      envelope.stateHash())
                  .behind(previous)
                  .prompt(prompts.apply(envelope.promptHash())));
      previous = dev.playloop.schemas.Sha256.hex(text);
      forged.add(entry.envelope(text).value(value));
    }
    return forged;
  }

  @Test
  void anEntryOfAnotherAgentIsDetected() {
    assertThat(verifier(RELEASES).verify(agent("bob"), journal, ChainHead.START, null).findings())
        .extracting(Finding::problem)
        .contains(Problem.WRONG_AGENT);
  }
}
