package dev.playloop.launcher.watch;

import dev.playloop.schemas.Printable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/// The one way by which a command's output leaves the process, to a terminal, a pipe or a file:
/// nothing that came from outside can drive a terminal or hide, see [Printable]. Only line feeds
/// and the colours of [Paint] go through as they are. Bounded: it holds back one line's mark or
/// half a character. As thread-safe as the writer behind it.
public final class Terminal extends Writer {
  private static final int LONGEST_MARK = 32;

  private final Writer behind;

  /// What can't be judged before more has come: a high surrogate, or the beginning of a mark.
  private final StringBuilder held = new StringBuilder();

  private Terminal(Writer behind) {
    super(behind);
    this.behind = behind;
  }

  /// From now on all that this process prints goes this way: commands, logs, stacks of threads that
  /// died.
  public static void own() {
    System.setOut(stream(System.out));
    System.setErr(stream(System.err));
  }

  /// For a command.
  public static PrintWriter over(Writer behind) {
    return new PrintWriter(new Terminal(behind), true);
  }

  /// In UTF-8, as everything that we print.
  static PrintStream stream(OutputStream behind) {
    Writer writer = new OutputStreamWriter(behind, StandardCharsets.UTF_8);
    return new PrintStream(new Bytes(new Terminal(writer)), true, StandardCharsets.UTF_8);
  }

  @Override
  public void write(char[] chars, int from, int length) throws IOException {
    synchronized (lock) {
      held.append(chars, from, length);
      StringBuilder ready = new StringBuilder(held.length());
      int at = 0;
      while (at < held.length()) {
        int mark = held.indexOf(String.valueOf(Paint.MARK), at);
        int end = mark < 0 ? whole(held.length()) : mark;
        ready.append(Printable.lines(held.substring(at, Math.max(at, end))));
        at = Math.max(at, end);
        if (mark < 0) {
          break;
        }
        int after = mark(at, ready);
        if (after == at) {
          break; // the rest of it is still to come
        }
        at = after;
      }
      held.delete(0, at);
      behind.append(ready);
    }
  }

  /// Where the text ends before a character of which only half is there.
  private int whole(int end) {
    return end > 0 && Character.isHighSurrogate(held.charAt(end - 1)) ? end - 1 : end;
  }

  /// Turns the mark at `at` into its code; returns where it ends, or `at` where it may go on.
  private int mark(int at, StringBuilder ready) {
    int end = held.indexOf(String.valueOf(Paint.MARK_END), at);
    int length = (end < 0 ? held.length() : end) - at;
    if (end < 0 && length < LONGEST_MARK) {
      return at;
    }
    String code = end < 0 ? "" : held.substring(at + 1, end);
    if (code.startsWith(Paint.SECRET) && length <= LONGEST_MARK) {
      ready.append("\u001b[").append(code, Paint.SECRET.length(), code.length()).append('m');
      return end + 1;
    }
    ready.append(Printable.line(String.valueOf(Paint.MARK)));
    return at + 1;
  }

  /// What is half there stays held: [#close] shows it.
  @Override
  public void flush() throws IOException {
    behind.flush();
  }

  @Override
  public void close() throws IOException {
    synchronized (lock) {
      behind.append(Printable.lines(held.toString()));
      held.setLength(0);
      behind.close();
    }
  }

  /// UTF-8 into characters; what is no UTF-8 becomes U+FFFD.
  private static final class Bytes extends OutputStream {
    private final Writer to;
    private final CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);

    /// The beginning of a character.
    private ByteBuffer rest = ByteBuffer.allocate(0);

    Bytes(Writer to) {
      this.to = to;
    }

    @Override
    public void write(int one) throws IOException {
      write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] bytes, int from, int length) throws IOException {
      ByteBuffer in = ByteBuffer.allocate(rest.remaining() + length);
      in.put(rest).put(bytes, from, length).flip();
      CharBuffer out = CharBuffer.allocate(in.remaining() + 1);
      decoder.decode(in, out, false);
      rest = in.slice();
      out.flip();
      to.append(out);
    }

    @Override
    public void flush() throws IOException {
      to.flush();
    }

    @Override
    public void close() throws IOException {
      to.close();
    }
  }
}
