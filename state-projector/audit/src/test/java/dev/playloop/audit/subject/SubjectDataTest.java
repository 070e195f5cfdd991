package dev.playloop.audit.subject;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.audit.JournalRecord;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.journal.JournalEntry;
import dev.playloop.schemas.journal.JournalEntry.Envelope;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.seal.KeyRing;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What a player is told who asks for their data.
class SubjectDataTest {
  private static final AgentId ADA = new AgentId("test/ada");
  private static final Instant AT = Instant.parse("2026-11-26T10:00:00Z");

  private final List<SubjectLine> lines = new ArrayList<>();
  private final SubjectData bob = new SubjectData("bob", KeyRing.NONE, lines::add);

  private void talk(String kind, String with, String text) {
    byte[] salt = new byte[16];
    byte[] value =
        """
        {"input":{"with":"%s","before":"00","said":[{"heard":"%s"}],"hash":"11"},"events":[]}\
        """
            .formatted(with, text)
            .getBytes(StandardCharsets.UTF_8);
    byte[] envelope =
        Json.bytes(
            Envelope.of(ADA, 0, AT)
                .by(1, Sha256.hex(""))
                .about(kind, kind + "-0")
                .hashes(Sha256.hex(salt, value), Sha256.hex(""), Sha256.hex(""))
                .behind(Sha256.hex("")));
    JournalEntry entry = new JournalEntry(envelope, salt, null, value);
    bob.take(new JournalRecord(0, 0, 0, ADA.value(), entry));
  }

  /// An archive may have all else.
  @Test
  void whatIsRememberedOfThemIsTheirs() {
    talk("talk", "bob", "I lost my sword");
    talk("recalled", "bob", "and my shield");

    assertThat(lines)
        .extracting(SubjectLine::what)
        .containsExactly(SubjectLine.What.REMEMBERED, SubjectLine.What.REMEMBERED);
    assertThat(lines.toString()).contains("I lost my sword").contains("and my shield");
  }

  @Test
  void whatOthersSaidOfThemIsNot() {
    talk("talk", "joe", "bob stole my sword");

    assertThat(lines).extracting(SubjectLine::what).containsExactly(SubjectLine.What.NAMED);
    assertThat(lines.toString()).doesNotContain("stole");
  }
}
