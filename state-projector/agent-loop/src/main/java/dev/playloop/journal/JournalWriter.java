package dev.playloop.journal;

import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.journal.JournalEntry;
import dev.playloop.schemas.journal.JournalEntry.Envelope;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.seal.DataKey;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
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
  private static final ObjectWriter LIST =
      Json.LOG.writerFor(new TypeReference<List<LoopEvent>>() {});

  private static final byte[] INPUT = bytes("{\"input\":");
  private static final byte[] VIEW = bytes(",\"view\":");
  private static final byte[] MEMORY = bytes(",\"memory\":");
  private static final byte[] EVENTS = bytes(",\"events\":");
  private static final byte[] NONE = bytes("[]");
  private static final byte[] END = bytes("}");

  private final int maxBytes;
  private final Supplier<byte[]> salts;

  public JournalWriter(int maxBytes, Supplier<byte[]> salts) {
    this.maxBytes = maxBytes;
    this.salts = salts;
  }

  /// One entry for the topic, and the head behind it.
  public record Written(JournalEntry entry, ChainHead next) {}

  /// In plain text.
  public Written write(ChainHead head, Entry entry, FoldRelease release) {
    return write(head, entry, release, null);
  }

  /// Sealed with `key`, if there is one. The hash is over what is written: sealed, it can be
  /// checked without the key, and gives nothing away of a short text.
  ///
  /// @param release what the entry was folded by
  public Written write(ChainHead head, Entry entry, FoldRelease release, @Nullable DataKey key) {
    byte[] salt = salts.get();
    byte[] plain = body(entry);
    byte[] value = key == null ? plain : key.seal(salt, plain);
    byte[] envelope =
        Json.bytes(
            Envelope.of(entry.agent(), head.seq(), entry.at())
                .by(release.fold(), release.catalogue())
                .about(entry.kind(), entry.inputId())
                .hashes(Sha256.hex(salt, value), entry.commandsHash(), entry.stateHash())
                .prompt(entry.promptHash())
                .behind(head.previous()));
    JournalEntry written = new JournalEntry(envelope, salt, key == null ? null : key.id(), value);
    return new Written(
        written.bytes() > maxBytes ? written.erased() : written, head.after(envelope));
  }

  /// The JSON of a [JournalEntry.Body], put together from bytes that exist already.
  private static byte[] body(Entry entry) {
    byte[] told = events(entry.events());
    int length = INPUT.length + entry.input().length + EVENTS.length + told.length + END.length;
    ByteBuffer body =
        ByteBuffer.allocate(length + length(VIEW, entry.view()) + length(MEMORY, entry.memory()))
            .put(INPUT)
            .put(entry.input());
    if (entry.view() != null) {
      body.put(VIEW).put(entry.view());
    }
    if (entry.memory() != null) {
      body.put(MEMORY).put(entry.memory());
    }
    return body.put(EVENTS).put(told).put(END).array();
  }

  private static int length(byte[] name, byte @Nullable [] value) {
    return value == null ? 0 : name.length + value.length;
  }

  /// The same of an input alone.
  static byte[] body(byte[] input) {
    return ByteBuffer.allocate(
            INPUT.length + input.length + EVENTS.length + NONE.length + END.length)
        .put(INPUT)
        .put(input)
        .put(EVENTS)
        .put(NONE)
        .put(END)
        .array();
  }

  /// Events as a body has them.
  static byte[] events(List<LoopEvent> events) {
    return events.isEmpty() ? NONE : Json.mended(LIST.writeValueAsBytes(events));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
