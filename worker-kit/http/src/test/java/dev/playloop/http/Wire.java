package dev.playloop.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// One socket to a server, over which any bytes go, and from which answers are read as far as they
/// come.
public final class Wire implements AutoCloseable {
  private static final int PATIENCE_MS = 30_000;

  private final Socket socket;

  private Wire(Socket socket) {
    this.socket = socket;
  }

  public static Wire to(URI address) throws IOException {
    Socket socket = new Socket();
    socket.connect(new InetSocketAddress(address.getHost(), address.getPort()), PATIENCE_MS);
    socket.setSoTimeout(PATIENCE_MS);
    socket.setTcpNoDelay(true);
    return new Wire(socket);
  }

  /// An answer: its status line's number, its head in lower case, its body.
  public record Answered(int status, String head, String body) {
    public boolean isProblem() {
      return head.contains("content-type: application/problem+json");
    }
  }

  public Wire send(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    return this;
  }

  public void sendNoMore() throws IOException {
    socket.shutdownOutput();
  }

  /// Returns when an answer has begun, and reads no more of it than that.
  public void awaitAnswer() throws IOException {
    read(socket.getInputStream());
  }

  /// The next answer; status 0 where the connection ended without one.
  public Answered next() throws IOException {
    InputStream in = socket.getInputStream();
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    String text = "";
    while (!text.endsWith("\r\n\r\n")) {
      int b = read(in);
      if (b < 0) {
        return new Answered(0, text, "");
      }
      head.write(b);
      text = b == '\n' ? head.toString(StandardCharsets.ISO_8859_1) : text;
    }
    String lower = text.toLowerCase(Locale.ROOT);
    int length = 0;
    for (String line : lower.split("\r\n", -1)) {
      if (line.startsWith("content-length:")) {
        length = Integer.parseInt(line.substring(15).strip());
      }
    }
    byte[] body = in.readNBytes(length);
    return new Answered(
        Integer.parseInt(lower.substring(9, 12)), lower, new String(body, StandardCharsets.UTF_8));
  }

  /// All answers until the server closes the connection.
  public List<Answered> untilClosed() throws IOException {
    List<Answered> all = new ArrayList<>();
    for (Answered next = next(); next.status() != 0; next = next()) {
      all.add(next);
    }
    return all;
  }

  private static int read(InputStream in) throws IOException {
    try {
      return in.read();
    } catch (SocketTimeoutException e) {
      throw new IOException("neither an answer nor an end within " + PATIENCE_MS + " ms", e);
    } catch (IOException reset) {
      return -1; // as good as an end
    }
  }

  /// Whether the server has closed the connection by now.
  public boolean isClosed() throws IOException {
    socket.setSoTimeout(1);
    try {
      return socket.getInputStream().read() < 0;
    } catch (SocketTimeoutException stillOpen) {
      return false;
    } catch (IOException reset) {
      return true;
    } finally {
      socket.setSoTimeout(PATIENCE_MS);
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
