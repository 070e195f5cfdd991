package dev.playloop.audit;

import dev.playloop.audit.ExportFormat.Kind;
import dev.playloop.journal.Scan;
import dev.playloop.schemas.journal.JournalEntry;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.json.Utf8;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.util.ByteArrayBuilder;

/// One record's line, see [ExportFormat].
record RecordLine(Kind kind, JournalRecord record) {
  private static final Kind[] KINDS = Kind.values();
  private static final byte[][] STARTS =
      Arrays.stream(KINDS)
          .map(kind -> Scan.literal("{\"type\":\"" + kind.type() + "\","))
          .toArray(byte[][]::new);

  private static final byte[] PARTITION = Scan.literal("{\"type\":\"entry\",\"partition\":");
  private static final byte[] OFFSET = Scan.literal(",\"offset\":");
  private static final byte[] TIME = Scan.literal(",\"time\":");
  private static final byte[] KEY = Scan.literal(",\"key\":\"");
  private static final byte[] ENVELOPE = Scan.literal(",\"envelope\":\"");
  private static final byte[] SALT = Scan.literal(",\"salt\":\"");
  private static final byte[] SEALED_BY = Scan.literal(",\"sealedBy\":\"");
  private static final byte[] VALUE = Scan.literal(",\"value\":\"");
  private static final byte[] BYTES = Scan.literal(",\"bytes\":\"");
  private static final byte[] END = Scan.literal("}");

  /// Null where the line's type is another one's.
  static @Nullable RecordLine of(ExportLines lines, byte[] line) {
    Kind kind = kind(line);
    if (kind == null) {
      return null;
    }
    JournalRecord usual = kind == Kind.ENTRY ? usual(line) : null;
    return usual == null ? new RecordFields(lines, line).read(kind) : new RecordLine(kind, usual);
  }

  private static @Nullable Kind kind(byte[] line) {
    for (int i = 0; i < KINDS.length; i++) {
      byte[] start = STARTS[i];
      if (line.length > start.length
          && Arrays.equals(line, 0, start.length, start, 0, start.length)) {
        return KINDS[i];
      }
    }
    return null;
  }

  /// An entry's line as [#bytes] writes it, without a JSON parser; null where it may be another
  /// form. What lies inside the entry is looked at when that is read.
  private static @Nullable JournalRecord usual(byte[] line) {
    Scan scan = new Scan(line);
    long partition = scan.take(PARTITION).number();
    long offset = scan.take(OFFSET).number();
    long time = scan.take(TIME).number();
    String key = scan.take(KEY).string();
    byte[] envelope = scan.takeIf(ENVELOPE) ? scan.text() : null;
    byte[] salt = scan.takeIf(SALT) ? base64(scan.string()) : null;
    String sealedBy = scan.takeIf(SEALED_BY) ? scan.string() : null;
    byte[] value = null;
    if (scan.takeIf(VALUE)) {
      value = scan.text();
    } else if (scan.takeIf(BYTES)) {
      value = base64(scan.string());
      if (value == null) {
        return null;
      }
    }
    return scan.take(END).isDone() && partition <= Integer.MAX_VALUE
        ? new JournalRecord(
            (int) partition, offset, time, key, new JournalEntry(envelope, salt, sealedBy, value))
        : null;
  }

  /// Null where it is none, or not as it is written: its last character has bits that no decoder
  /// looks at.
  static byte @Nullable [] base64(String text) {
    try {
      byte[] bytes = Base64.getDecoder().decode(text);
      return Base64.getEncoder().encodeToString(bytes).equals(text) ? bytes : null;
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /// The line, without its end.
  byte[] bytes() {
    ByteArrayBuilder out = new ByteArrayBuilder(1_024);
    try (JsonGenerator json = Json.LOG.createGenerator(out)) {
      JournalEntry entry = record.entry();
      json.writeStartObject();
      json.writeStringProperty("type", kind.type());
      json.writeNumberProperty("partition", record.partition());
      json.writeNumberProperty("offset", record.offset());
      json.writeNumberProperty("time", record.time());
      json.writeStringProperty("key", record.key());
      if (isText(entry.envelope())) {
        text(json, "envelope", entry.envelope());
      }
      byte[] salt = entry.salt();
      if (salt != null) {
        json.writeStringProperty("salt", Base64.getEncoder().encodeToString(salt));
      }
      if (entry.key() != null) {
        json.writeStringProperty("sealedBy", entry.key());
      }
      byte[] value = entry.value();
      if (isText(value)) {
        text(json, "value", value);
      } else if (value != null) {
        json.writeStringProperty("bytes", Base64.getEncoder().encodeToString(value));
      }
      json.writeEndObject();
    }
    return out.toByteArray();
  }

  private static boolean isText(byte @Nullable [] value) {
    return value != null && Utf8.firstMalformed(value) < 0;
  }

  private static void text(JsonGenerator json, String name, byte @Nullable [] utf8) {
    if (utf8 != null) {
      json.writeName(name);
      json.writeUTF8String(utf8, 0, utf8.length);
    }
  }
}
