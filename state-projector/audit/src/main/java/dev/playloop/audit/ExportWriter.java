package dev.playloop.audit;

import dev.playloop.audit.ExportFormat.CatalogueLine;
import dev.playloop.audit.ExportFormat.End;
import dev.playloop.audit.ExportFormat.Header;
import dev.playloop.audit.ExportFormat.Kind;
import dev.playloop.journal.ChainHead;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.event.JournalEntry;
import dev.playloop.schemas.event.JournalEntry.Envelope;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.CheckedJson;
import dev.playloop.schemas.json.Edge;
import dev.playloop.schemas.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;

/// Writes an export, line by line, in the order that [ExportFormat] says. Keeps the head of each
/// agent, nothing else. Used by one thread; the stream stays the caller's to close.
public final class ExportWriter {
  private final OutputStream out;
  private final MessageDigest digest = Sha256.digest();
  private final Map<AgentId, ChainHead> heads = new HashMap<>();
  private long entries;

  /// Begins the export.
  public ExportWriter(OutputStream out, Header header) throws IOException {
    this.out = out;
    line(Json.bytes(header));
  }

  public void catalogue(CatalogueLine catalogue) throws IOException {
    line(Json.bytes(catalogue));
  }

  /// Writes a record as it lies on its topic.
  public void record(Kind kind, JournalRecord record) throws IOException {
    if (kind == Kind.ENTRY) {
      entries++;
      remember(record);
    }
    StringBuilder head = new StringBuilder(160);
    head.append("{\"type\":\"").append(kind.type());
    head.append("\",\"partition\":").append(record.partition());
    head.append(",\"offset\":").append(record.offset());
    head.append(",\"time\":").append(record.time());
    head.append(",\"key\":").append(Json.text(record.key()));
    boolean asItIs = isObjectOnOneLine(record.value());
    head.append(asItIs ? ",\"record\":" : ",\"bytes\":\"");
    byte[] start = head.toString().getBytes(StandardCharsets.UTF_8);
    byte[] value = asItIs ? record.value() : Base64.getEncoder().encode(record.value());
    byte[] end = (asItIs ? "}" : "\"}").getBytes(StandardCharsets.UTF_8);
    byte[] line = new byte[start.length + value.length + end.length];
    System.arraycopy(start, 0, line, 0, start.length);
    System.arraycopy(value, 0, line, start.length, value.length);
    System.arraycopy(end, 0, line, start.length + value.length, end.length);
    line(line);
  }

  /// Ends the export, and says where the agents' chains ended.
  public Heads end() throws IOException {
    Heads all = Heads.of(heads);
    MessageDigest written = digest;
    End end =
        new End(
            ExportFormat.END,
            entries,
            heads.size(),
            all.root(),
            HexFormat.of().formatHex(written.digest()));
    line(Json.bytes(end));
    out.flush();
    return all;
  }

  /// What is no entry, or not its agent's, is exported all the same; its heads are not counted.
  private void remember(JournalRecord record) {
    try {
      String text = Json.read(record.value(), JournalEntry.class).envelope();
      Envelope envelope = Json.read(text, Envelope.class);
      if (envelope.agent().value().equals(record.key())) {
        heads.put(envelope.agent(), new ChainHead(envelope.seq() + 1, Sha256.hex(text)));
      }
    } catch (InvalidValueException | NullPointerException e) {
      // Whoever verifies the export names it.
      return;
    }
  }

  private void line(byte[] bytes) throws IOException {
    out.write(bytes);
    out.write('\n');
    digest.update(bytes);
    digest.update((byte) '\n');
  }

  private static boolean isObjectOnOneLine(byte[] value) {
    for (byte b : value) {
      if (b == '\n' || b == '\r') {
        return false;
      }
    }
    try {
      return CheckedJson.of(value, Edge.KEPT).tree().isObject()
          && java.util.Arrays.equals(
              value, new String(value, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8));
    } catch (InvalidValueException e) {
      return false;
    }
  }
}
