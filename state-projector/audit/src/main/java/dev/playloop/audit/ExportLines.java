package dev.playloop.audit;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The lines of an export as bytes, hashed on their way. Holds one line, at most
/// [ExportFormat#MAX_LINE] bytes. Used by one thread.
final class ExportLines {
  private final String file;
  private final InputStream in;
  private final MessageDigest digest = dev.playloop.schemas.Sha256.digest();
  private final byte[] chunk = new byte[1 << 16];
  private int at;
  private int end;

  /// The chunk with a character for each byte: searching in it is done many bytes at a time.
  private String text = "";

  private byte[] line = new byte[1 << 14];
  private int length;
  private long number;

  /// How many bytes came before the chunk, and where the line begins.
  private long before;

  private long begin;

  ExportLines(String file, InputStream in) {
    this.file = file;
    this.in = in;
  }

  /// The next line without its end; null behind the last.
  byte @Nullable [] next() throws IOException {
    length = 0;
    number++;
    begin = before + at;
    while (true) {
      if (at == end && !fill()) {
        if (length > 0) {
          throw refused("line", "a line feed at its end", "the end of the file: it was cut");
        }
        return null;
      }
      int from = at;
      int feed = text.indexOf('\n', from);
      int stop = feed < 0 ? end : feed;
      at = feed < 0 ? end : feed + 1;
      if (feed >= 0 && length == 0) {
        return Arrays.copyOfRange(chunk, from, stop);
      }
      append(from, stop);
      if (feed >= 0) {
        return Arrays.copyOf(line, length);
      }
    }
  }

  /// Reads on; false at the end of the file.
  private boolean fill() throws IOException {
    before += end;
    at = 0;
    end = Math.max(0, in.read(chunk));
    text = new String(chunk, 0, end, StandardCharsets.ISO_8859_1);
    return end > 0;
  }

  /// Adds a line to what [#digest] is about.
  void hash(byte[] text) {
    digest.update(text);
    digest.update((byte) '\n');
  }

  /// The SHA-256 over the lines that were hashed.
  byte[] digest() {
    return digest.digest();
  }

  String file() {
    return file;
  }

  long number() {
    return number;
  }

  /// At which byte of what is read the line begins.
  long begin() {
    return begin;
  }

  InvalidExportException refused(String field, String expected, String got) {
    return new InvalidExportException(file, number, field, expected, got);
  }

  private void append(int from, int to) {
    int more = to - from;
    if (length + more > ExportFormat.MAX_LINE) {
      throw refused("line", "at most " + ExportFormat.MAX_LINE + " bytes", "a longer one");
    }
    if (length + more > line.length) {
      line = Arrays.copyOf(line, Math.max(line.length * 2, length + more));
    }
    System.arraycopy(chunk, from, line, length, more);
    length += more;
  }
}
