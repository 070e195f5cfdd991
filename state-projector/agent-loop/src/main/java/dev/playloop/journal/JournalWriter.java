package dev.playloop.journal;

import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.event.JournalEntry;
import dev.playloop.schemas.event.JournalEntry.Envelope;
import dev.playloop.schemas.event.JournalEntry.Payload;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.ObjectWriter;

/// Chains entries. One writer a thread; `salts` gives 16 random bytes a call (the salt lies in the
/// entry, so that nothing that is re-folded depends on it). An entry above `maxBytes` goes without
/// its payload: the chain still verifies, that entry can't be re-folded.
public final class JournalWriter {
  /// Names the element type: a bare list would lose the events' type ids.
  private static final ObjectWriter EVENTS =
      Json.LOG.writerFor(new TypeReference<List<LoopEvent>>() {});

  private final Releases releases;
  private final int maxBytes;
  private final Supplier<byte[]> salts;

  public JournalWriter(Releases releases, int maxBytes, Supplier<byte[]> salts) {
    this.releases = releases;
    this.maxBytes = maxBytes;
    this.salts = salts;
  }

  /// What the agent's next entry is written by.
  public FoldRelease release(AgentId agent) {
    return releases.of(agent);
  }

  /// The bytes of one entry for the topic, and the head behind it.
  @SuppressWarnings("ArrayRecordComponent") // bytes on their way, never compared
  public record Written(byte[] bytes, ChainHead next) {}

  /// In plain text.
  public Written write(ChainHead head, Entry entry) {
    return write(head, entry, null);
  }

  /// Sealed with `key`, if there is one. The hash is over what is written: sealed, it can be
  /// checked without the key, and gives nothing away of a short text.
  public Written write(ChainHead head, Entry entry, @Nullable DataKey key) {
    FoldRelease release = releases.of(entry.agent());
    byte[] salt = salts.get();
    String plain = body(entry);
    String body = key == null ? plain : key.seal(salt, plain);
    String envelope =
        Json.text(
            Envelope.of(entry.agent(), head.seq(), entry.at())
                .by(release.fold(), release.catalogue())
                .about(entry.kind(), entry.inputId())
                .hashes(
                    Sha256.hex(salt, body.getBytes(StandardCharsets.UTF_8)),
                    entry.commandsHash(),
                    entry.stateHash())
                .behind(head.previous())
                .prompt(entry.promptHash()));
    Payload payload =
        new Payload(Base64.getEncoder().encodeToString(salt), body, key == null ? null : key.id());
    byte[] bytes = Json.bytes(new JournalEntry(JournalEntry.VERSION, envelope, payload));
    if (bytes.length > maxBytes) {
      bytes = Json.bytes(new JournalEntry(JournalEntry.VERSION, envelope, null));
    }
    return new Written(bytes, head.after(envelope));
  }

  private static String body(Entry entry) {
    return body(entry.input(), entry.view(), entry.events());
  }

  /// The JSON of a [JournalEntry.Body], put together from texts that exist already.
  static String body(String input, @Nullable String view, List<LoopEvent> events) {
    StringBuilder body = new StringBuilder(input.length() + 256);
    body.append("{\"input\":").append(input);
    if (view != null) {
      body.append(",\"view\":").append(view);
    }
    return body.append(",\"events\":").append(events(events)).append('}').toString();
  }

  /// Events as a body has them.
  static String events(List<LoopEvent> events) {
    return events.isEmpty()
        ? "[]"
        : new String(Json.mended(EVENTS.writeValueAsBytes(events)), StandardCharsets.UTF_8);
  }
}
