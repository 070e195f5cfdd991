package dev.playloop.console.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.console.api.CheckpointsTold.Told;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.journal.Checkpoint;
import dev.playloop.schemas.journal.CheckpointBodyBuilder;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.seal.SigningKey;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What the Audit page says of a checkpoint is what its key, its signature and the one before it
/// say.
class CheckpointsToldTest {
  private final SigningKey key = SigningKey.generate();
  private final CheckpointsTold told = new CheckpointsTold(List.of(key.trusted()));

  private static String body(long number, String previous, long entries) {
    return Json.text(
        CheckpointBodyBuilder.builder()
            .v(Checkpoint.VERSION)
            .number(number)
            .at(Instant.EPOCH.plusSeconds(number))
            .journal("journal")
            .offsets(List.of(entries, 5L))
            .agents(1)
            .root("0".repeat(64))
            .previous(previous)
            .build());
  }

  /// As the audit's role writes them.
  private static Checkpoint signed(SigningKey by, String body) {
    byte[] bytes = ("playloop checkpoint v1\n" + body).getBytes(StandardCharsets.UTF_8);
    return new Checkpoint(
        Checkpoint.VERSION,
        body,
        by.trusted().id(),
        Base64.getEncoder().encodeToString(by.sign(bytes)));
  }

  private void take(Checkpoint one) {
    told.take(Instant.EPOCH, Json.bytes(one));
  }

  private List<String> states() {
    return told.newest(10, Map.of()).reversed().stream().map(Told::state).toList();
  }

  @Test
  void whatAKnownKeySignedInARowIsVerified() {
    String first = body(0, "0".repeat(64), 10);
    take(signed(key, first));
    take(signed(key, body(1, Sha256.hex(first), 20)));

    assertThat(states()).containsExactly("verified", "verified");
    assertThat(told.newest(1, Map.of()).getFirst().entries()).isEqualTo(25);
    assertThat(told.signed()).hasSize(2);
  }

  @Test
  void whatWasEditedOrForkedOrIsNoneDiffers() {
    String first = body(0, "0".repeat(64), 10);
    Checkpoint good = signed(key, first);
    take(good);
    take(new Checkpoint(1, body(1, Sha256.hex(first), 99), good.key(), good.signature()));
    take(signed(key, body(1, "f".repeat(64), 20)));
    take(signed(key, body(0, "0".repeat(64), 11)));
    told.take(Instant.EPOCH, "rubbish".getBytes(StandardCharsets.UTF_8));
    told.take(Instant.EPOCH, null);

    assertThat(states())
        .containsExactly("verified", "differs", "differs", "differs", "differs", "differs");
    assertThat(told.newest(10, Map.of())).allMatch(one -> one.why() != null || one.number() == 0);
  }

  @Test
  void whoseKeyNobodyKnowsIsUnknown() {
    take(signed(SigningKey.generate(), body(0, "0".repeat(64), 10)));

    assertThat(states()).containsExactly("unknown");
    assertThat(told.signed()).isEmpty();
  }

  /// Whoever may write to the topic is not whose word counts.
  @Test
  void whoTakesANumberFirstSpoilsNoTrueOne() {
    String first = body(0, "0".repeat(64), 10);
    Checkpoint good = signed(key, first);
    take(signed(SigningKey.generate(), body(0, "0".repeat(64), 99)));
    take(new Checkpoint(1, body(0, "0".repeat(64), 98), good.key(), good.signature()));
    take(good);
    take(signed(SigningKey.generate(), body(1, "e".repeat(64), 99)));
    take(signed(key, body(1, Sha256.hex(first), 20)));

    assertThat(states()).containsExactly("unknown", "differs", "verified", "unknown", "verified");
    assertThat(told.signed()).hasSize(2);
  }

  @Test
  void whatTheJournalIsNoMoreIsSaid() {
    take(signed(key, body(0, "0".repeat(64), 10)));

    Told one = told.newest(10, Map.of(0L, "root: another")).getFirst();
    assertThat(one.state()).isEqualTo("differs");
    assertThat(one.why()).isEqualTo("root: another");
  }
}
