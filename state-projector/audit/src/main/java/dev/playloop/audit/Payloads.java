package dev.playloop.audit;

import dev.playloop.journal.JournalReader;
import dev.playloop.journal.JournalReader.Read;
import java.util.ArrayList;
import java.util.List;

/// Looks for payloads that are not there and can't have been erased: erasing drops a key, so where
/// nothing was ever sealed, nothing can be erased, and what names a key must be sealed. Reads along
/// with an audit. Used by one thread.
public final class Payloads implements Audit.Companion {
  private boolean sealed;
  private long missing;
  private String first = "";
  private long plainWithKey;

  @Override
  public void take(JournalRecord record, Read read) {
    if (read.bodyJson() != null || !read.payloadIntact()) {
      return; // there, or found by its hash
    }
    byte[] value = record.entry().value();
    if (value == null) {
      if (missing++ == 0) {
        first = record.key() + ", number " + read.envelope().seq();
      }
    } else if (JournalReader.isPlain(value)) {
      plainWithKey++;
    } else {
      sealed = true;
    }
  }

  /// What differs, in words.
  public List<String> differences() {
    List<String> differences = new ArrayList<>();
    if (plainWithKey > 0) {
      differences.add(plainWithKey + " payloads name a key and are not sealed");
    }
    if (missing > 0 && !sealed) {
      differences.add(
          missing
              + " payloads are missing, the first of "
              + first
              + "; nothing in this journal was ever sealed, so nothing can have been erased");
    }
    return differences;
  }
}
