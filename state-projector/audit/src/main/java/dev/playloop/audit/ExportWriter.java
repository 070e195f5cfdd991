package dev.playloop.audit;

import dev.playloop.audit.ExportFormat.CatalogueLine;
import dev.playloop.audit.ExportFormat.End;
import dev.playloop.audit.ExportFormat.Header;
import dev.playloop.audit.ExportFormat.Kind;
import dev.playloop.journal.ChainHead;
import dev.playloop.journal.JournalReader;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.security.MessageDigest;
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
    line(new RecordLine(kind, record).bytes());
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
      JournalReader.Read read = JournalReader.read(record.entry());
      AgentId agent = read.envelope().agent();
      if (agent.value().equals(record.key())) {
        heads.put(agent, new ChainHead(read.envelope().seq() + 1, read.hash()));
      }
    } catch (InvalidValueException e) {
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
}
