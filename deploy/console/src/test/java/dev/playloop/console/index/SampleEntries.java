package dev.playloop.console.index;

import dev.playloop.audit.JournalRecord;
import dev.playloop.journal.ChainHead;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.journal.JournalEntry;
import dev.playloop.schemas.journal.JournalEntry.Envelope;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.seal.DataKey;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Entries of one agent, chained as the loop chains them: triggers with a text each, and what the
/// loop noted of them.
final class SampleEntries {
  static final AgentId AGENT = new AgentId("tally/ada");

  private static final Instant START = Instant.parse("2026-11-28T04:00:00Z");

  private final Random random = new Random(7);
  private ChainHead head = ChainHead.START;
  private long offset;

  private static String json(LoopEvent event) {
    return Json.LOG.writerFor(LoopEvent.class).writeValueAsString(event);
  }

  private byte[] salt() {
    byte[] salt = new byte[16];
    random.nextBytes(salt);
    return salt;
  }

  /// The next one; `key` seals it.
  JournalRecord next(String text, @Nullable DataKey key) {
    return next("t-" + head.seq(), text, key, List.of());
  }

  /// The next one, of a trigger with that id.
  JournalRecord noting(String id, LoopEvent... noted) {
    return next(id, id, null, List.of(noted));
  }

  private JournalRecord next(String id, String text, @Nullable DataKey key, List<LoopEvent> noted) {
    Instant at = START.plusSeconds(head.seq());
    Trigger trigger = Trigger.of(id, AGENT, "chat.message").at(at).text(text);
    String events = noted.stream().map(SampleEntries::json).collect(Collectors.joining(","));
    byte[] plain =
        ("{\"input\":" + Json.text(trigger) + ",\"events\":[" + events + "]}")
            .getBytes(StandardCharsets.UTF_8);
    byte[] salt = salt();
    byte[] value = key == null ? plain : key.seal(salt, plain);
    byte[] envelope =
        Json.bytes(
            Envelope.of(AGENT, head.seq(), at)
                .by(1, "")
                .about("trigger-arrived", id)
                .hashes(Sha256.hex(salt, value), "", "")
                .behind(head.previous()));
    JournalEntry written = new JournalEntry(envelope, salt, key == null ? null : key.id(), value);
    head = new ChainHead(head.seq() + 1, Sha256.hex(envelope));
    return new JournalRecord(0, offset++, at.toEpochMilli(), AGENT.value(), written);
  }
}
