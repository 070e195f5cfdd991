package dev.playloop.proving.fuzz.surface;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.util.Locale;

/// A connection that is kept, and says exactly the bytes that it is told to; it is left where a
/// stream begins. One thread.
final class RawHttp implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 90_000;
  private static final int LONGEST_LINE = 64 * 1024;

  private final URI server;
  private Socket socket;
  private InputStream in;

  RawHttp(URI server) throws IOException {
    this.server = server;
    this.socket = connect();
    this.in = new BufferedInputStream(socket.getInputStream());
  }

  record Answer(int status, String body) {}

  private Socket connect() throws IOException {
    Socket fresh = new Socket(server.getHost(), server.getPort());
    fresh.setTcpNoDelay(true);
    fresh.setSoTimeout(TIMEOUT_MILLIS);
    return fresh;
  }

  /// Sends a whole request; a connection that the server closed is opened again, once.
  Answer send(byte[] head, byte[] body) throws IOException {
    try {
      return exchange(head, body);
    } catch (EOFException | java.net.SocketException e) {
      reconnect();
      return exchange(head, body);
    }
  }

  private void reconnect() throws IOException {
    socket.close();
    socket = connect();
    in = new BufferedInputStream(socket.getInputStream());
  }

  private Answer exchange(byte[] head, byte[] body) throws IOException {
    socket.getOutputStream().write(head);
    socket.getOutputStream().write(body);
    socket.getOutputStream().flush();
    String status = line();
    int length = 0;
    boolean chunked = false;
    boolean close = false;
    boolean endless = false;
    for (String header = line(); !header.isEmpty(); header = line()) {
      String lower = header.toLowerCase(Locale.ROOT);
      if (lower.startsWith("content-length:")) {
        length = Integer.parseInt(lower.substring("content-length:".length()).strip());
      }
      chunked |= lower.startsWith("transfer-encoding:") && lower.contains("chunked");
      endless |= lower.startsWith("content-type:") && lower.contains("text/event-stream");
      close |= lower.startsWith("connection:") && lower.contains("close");
    }
    byte[] answer = endless ? new byte[0] : chunked ? chunks() : in.readNBytes(length);
    if (close || endless) {
      reconnect();
    }
    String[] words = status.split(" ", 3);
    return new Answer(
        words.length < 2 ? 0 : Integer.parseInt(words[1]), new String(answer, ISO_8859_1));
  }

  private byte[] chunks() throws IOException {
    var all = new java.io.ByteArrayOutputStream();
    while (true) {
      int size = Integer.parseInt(line().strip(), 16);
      all.writeBytes(in.readNBytes(size));
      line();
      if (size == 0) {
        return all.toByteArray();
      }
    }
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new EOFException("the server closed the connection");
      }
      if (c != '\r' && line.length() < LONGEST_LINE) {
        line.append((char) c);
      }
    }
    return line.toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
