package dev.playloop.console.index;

import dev.playloop.audit.JournalRecord;
import dev.playloop.journal.ChainHead;
import dev.playloop.journal.Entry;
import dev.playloop.journal.FoldRelease;
import dev.playloop.journal.JournalWriter;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.seal.DataKey;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/// Entries of one agent, chained as the loop chains them: triggers with a text each.
final class SampleEntries {
  static final AgentId AGENT = new AgentId("tally/ada");

  private static final Instant START = Instant.parse("2026-11-28T04:00:00Z");

  private final Random random = new Random(7);
  private final JournalWriter writer = new JournalWriter(1 << 20, this::salt);
  private ChainHead head = ChainHead.START;
  private long offset;

  private byte[] salt() {
    byte[] salt = new byte[16];
    random.nextBytes(salt);
    return salt;
  }

  /// The next one; `key` seals it.
  JournalRecord next(String text, @Nullable DataKey key) {
    Instant at = START.plusSeconds(head.seq());
    String id = "t-" + head.seq();
    Trigger trigger = Trigger.of(id, AGENT, "chat.message").at(at).text(text);
    Entry entry =
        new Entry(
            AGENT,
            null,
            at,
            "trigger-arrived",
            id,
            Json.bytes(trigger),
            null,
            null,
            List.of(),
            "",
            "",
            null);
    JournalWriter.Written written = writer.write(head, entry, new FoldRelease(1, ""), key);
    head = written.next();
    return new JournalRecord(0, offset++, at.toEpochMilli(), AGENT.value(), written.entry());
  }
}
