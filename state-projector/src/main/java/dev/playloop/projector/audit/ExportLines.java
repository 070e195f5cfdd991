package dev.playloop.projector.audit;

import java.io.IOException;
import java.io.InputStream;
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
  private byte[] line = new byte[1 << 14];
  private int length;
  private long number;

  ExportLines(String file, InputStream in) {
    this.file = file;
    this.in = in;
  }

  /// The next line without its end; null behind the last.
  byte @Nullable [] next() throws IOException {
    length = 0;
    number++;
    while (true) {
      if (at == end) {
        at = 0;
        end = Math.max(0, in.read(chunk));
        if (end == 0) {
          if (length > 0) {
            throw refused("line", "a line feed at its end", "the end of the file: it was cut");
          }
          return null;
        }
      }
      int stop = at;
      while (stop < end && chunk[stop] != '\n') {
        stop++;
      }
      append(at, stop);
      if (stop < end) {
        at = stop + 1;
        return Arrays.copyOf(line, length);
      }
      at = stop;
    }
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

  long number() {
    return number;
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
