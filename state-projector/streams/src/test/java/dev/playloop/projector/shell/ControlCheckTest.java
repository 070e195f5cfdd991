package dev.playloop.projector.shell;

import static dev.playloop.fixtures.Samples.agent;
import static dev.playloop.fixtures.Samples.config;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.playloop.audit.JournalRecord;
import dev.playloop.audit.principal.ControlCheck;
import dev.playloop.fixtures.Samples;
import dev.playloop.journal.JournalReader;
import dev.playloop.projector.proof.Keyed;
import dev.playloop.schemas.event.ApprovalControl;
import dev.playloop.schemas.event.Author;
import dev.playloop.schemas.event.Control;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.journal.JournalEntry;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.principal.Principal;
import dev.playloop.schemas.principal.Scope;
import dev.playloop.schemas.seal.MasterKey;
import dev.playloop.schemas.topic.Topics;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What an audit finds of controls that a loop has journaled which took everyone's word.
class ControlCheckTest {
  private static final Keyed GATEWAY = Keyed.signer();
  private static final Keyed OTHER = Keyed.signer();
  private static final Instant AT = Samples.START;
  private static final Author KIM = new Author("kim", List.of("mayor"), null, null, null);

  @TempDir private Path dir;

  @Test
  void whatWasSignedIsProvedAndCountedForItsKey() {
    ControlCheck.Report report =
        check(
            List.of(GATEWAY, OTHER),
            GATEWAY.sign(pause()),
            OTHER.sign(pause()),
            GATEWAY.sign(edit("1")));

    assertThat(report.findings()).isZero();
    assertThat(report.signed())
        .containsExactlyInAnyOrder(
            new ControlCheck.Signed("gateway", GATEWAY.id(), 2),
            new ControlCheck.Signed("gateway", OTHER.id(), 1));
  }

  /// What a parser might write in another way than it read it.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "12.50",
        "1e300",
        "0.10",
        "1E5",
        "-0.0",
        "123456789012345678901234567890",
        "100",
        "\"\\u00e9\\ud83d\\ude00\\u2028\"",
        "[[],{},null,true]"
      })
  void anEditIsProvedWhateverItsArgumentsAre(String value) {
    assertThat(check(List.of(GATEWAY), GATEWAY.sign(edit(value))).proved()).isEqualTo(1);
  }

  @Test
  void aKeyThatWasRevokedLaterStillProvesWhatItSignedBefore() {
    Keyed later = GATEWAY.revoked(AT.plusNanos(1));

    assertThat(check(List.of(later), GATEWAY.sign(pause())).findings()).isZero();
  }

  static Stream<Arguments> tampered() {
    Control good = GATEWAY.sign(pause());
    Author author = good.author();
    return Stream.of(
        Arguments.of("unsigned", pause()),
        Arguments.of("unsigned", good.by(author.signature(null))),
        Arguments.of("forged", good.by(author.roles(List.of("mayor", "*")))),
        Arguments.of("forged", new Control.Resume(good.agent(), author, good.at())),
        Arguments.of("forged", new Control.Pause(good.agent(), author, AT.minusSeconds(1))),
        Arguments.of("forged", good.by(author.signature(OTHER.sign(pause()).author().signature()))),
        Arguments.of("unknown-key", OTHER.sign(pause())));
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("tampered")
  void whatNobodyVouchesForIsFoundWithItsPlace(String why, Control control) {
    ControlCheck.Report report =
        check(List.of(GATEWAY), GATEWAY.sign(pause()), control, GATEWAY.sign(pause()));

    assertThat(report.proved()).isEqualTo(2);
    assertThat(report.found())
        .extracting(ControlCheck.Found::entry, ControlCheck.Found::why)
        .containsExactly(tuple(new ControlCheck.Entry("test/ada", 0, 2, 2), why));
  }

  @Test
  void aKeyThatWasRevokedBeforeAndOneThatMayOnlyAskProveNothing() {
    Keyed revoked = GATEWAY.revoked(AT);
    Keyed asking = Keyed.of(Scope.ADMIN);

    assertThat(check(List.of(revoked, asking), GATEWAY.sign(pause()), asking.sign(pause())).found())
        .extracting(ControlCheck.Found::why)
        .containsExactly("revoked", "no-signer");
  }

  @Test
  void findingsBeyondThoseThatAreKeptAreCounted() {
    ControlCheck.Report report = check(List.of(GATEWAY), pause(), pause(), pause(), pause());

    assertThat(report.found()).hasSize(3);
    assertThat(report.findings()).isEqualTo(4);
  }

  @Test
  void whatIsSealedWithAKeyThatIsNotHereIsToldAsUnread() {
    MasterKey master = MasterKey.read("/////////////////////////////////////////wA=", "a test's");
    try (LoopDriver loop = new LoopDriver(dir, topics(), LoopDriver.desk(), master)) {
      ControlCheck.Report report = check(loop, List.of(GATEWAY), GATEWAY.sign(pause()));

      assertThat(report.unread()).isEqualTo(1);
      assertThat(report.proved()).isZero();
      assertThat(report.findings()).isZero();
    }
  }

  private static Topics topics() {
    return new Topics("t.", 1);
  }

  private ControlCheck.Report check(List<Keyed> known, Control... controls) {
    try (LoopDriver loop = new LoopDriver(dir)) {
      return check(loop, known, controls);
    }
  }

  private static ControlCheck.Report check(
      LoopDriver loop, List<Keyed> known, Control... controls) {
    loop.apply(config("ada", "ada"));
    for (Control control : controls) {
      loop.driver.sendRaw(
          loop.topics.controls(),
          control.agent().value().getBytes(UTF_8),
          Json.bytes(control),
          new RecordHeaders(),
          AT);
    }
    Map<String, Principal> principals = new HashMap<>();
    known.forEach(one -> principals.put(one.id(), one.principal()));
    ControlCheck check = new ControlCheck(principals::get, 3);
    List<JournalEntry> journal = new ArrayList<>(loop.journal());
    for (int i = 0; i < journal.size(); i++) {
      JournalRecord record = new JournalRecord(0, i, 0, "test/ada", journal.get(i));
      check.take(record, JournalReader.read(record.entry()));
    }
    return check.finish();
  }

  private static Control pause() {
    return new Control.Pause(agent("ada"), KIM, AT);
  }

  private static Control edit(String value) {
    ApprovalControl.About about =
        new ApprovalControl.About(
            ActionId.of(RunId.of(agent("ada"), "m-1").turn(1), 1), null, "0".repeat(64));
    return ApprovalControl.Edit.of(
        new ApprovalControl.Approve(agent("ada"), about, KIM, null, AT),
        Json.tree("{\"value\":" + value + "}"));
  }
}
