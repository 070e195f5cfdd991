package dev.playloop.benchmarks;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// The model and the effect server in a process of their own: HTTP/1.1 with kept connections, a
/// virtual thread each, and no more of HTTP than the clients need, so that what is measured is the
/// other side. `/latency/<ms>/v1/chat/completions` is a model that thinks so long; `/effect` acts
/// at once. Prints its port, and ends when its standard input does.
final class WireServer {
  private static final byte[] EFFECT =
      BenchWorld.OUTPUT.toString().getBytes(StandardCharsets.UTF_8);
  private static final byte[] TOOL = "\"role\":\"tool\"".getBytes(StandardCharsets.UTF_8);
  private static final byte[] WANTED = "turns=".getBytes(StandardCharsets.UTF_8);
  private static final int MAX_LINE = 8 * 1024;

  private WireServer() {}

  public static void main(String[] args) throws IOException {
    try (ServerSocket server = new ServerSocket(0, 4_096, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual().start(() -> accept(server));
      System.out.println(server.getLocalPort());
      while (System.in.read() >= 0) {
        // Whoever started this process closes the pipe.
      }
    }
  }

  private static void accept(ServerSocket server) {
    try {
      while (true) {
        Socket socket = server.accept();
        socket.setTcpNoDelay(true);
        Thread.ofVirtual().start(() -> serve(socket));
      }
    } catch (IOException e) {
      // The server socket was closed: the process ends.
    }
  }

  private static void serve(Socket socket) {
    try (socket) {
      InputStream in = new BufferedInputStream(socket.getInputStream(), 16 * 1024);
      OutputStream out = new BufferedOutputStream(socket.getOutputStream(), 16 * 1024);
      String request = line(in);
      while (request != null) {
        answer(request, body(in), out);
        request = line(in);
      }
    } catch (IOException e) {
      // The client is gone; the driver would see what it misses.
    }
  }

  private static byte[] body(InputStream in) throws IOException {
    int length = 0;
    for (String header = line(in); header != null && !header.isEmpty(); header = line(in)) {
      if (header.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
        length = Integer.parseInt(header.substring("content-length:".length()).trim());
      }
    }
    return in.readNBytes(length);
  }

  private static void answer(String request, byte[] body, OutputStream out) throws IOException {
    String path = request.split(" ", 3)[1];
    byte[] answer;
    if (path.equals("/effect")) {
      answer = EFFECT;
    } else {
      LockSupport.parkNanos(Long.parseLong(path.split("/", 4)[2]) * 1_000_000);
      answer = BenchModel.completion(count(body, TOOL) + 1, wanted(body));
    }
    String head =
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "
            + answer.length
            + "\r\n\r\n";
    out.write(head.getBytes(StandardCharsets.US_ASCII));
    out.write(answer);
    out.flush();
  }

  private static int wanted(byte[] body) {
    int at = indexOf(body, WANTED, 0);
    return at < 0
        ? 0
        : BenchModel.wanted(
            new String(body, at, Math.min(32, body.length - at), StandardCharsets.UTF_8));
  }

  private static int count(byte[] body, byte[] part) {
    int count = 0;
    for (int at = indexOf(body, part, 0); at >= 0; at = indexOf(body, part, at + part.length)) {
      count++;
    }
    return count;
  }

  private static int indexOf(byte[] body, byte[] part, int from) {
    for (int i = from; i <= body.length - part.length; i++) {
      int j = 0;
      while (j < part.length && body[i + j] == part[j]) {
        j++;
      }
      if (j == part.length) {
        return i;
      }
    }
    return -1;
  }

  private static @Nullable String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder(128);
    for (int c = in.read(); c >= 0; c = in.read()) {
      if (c == '\n') {
        return line.toString();
      }
      if (c != '\r') {
        line.append((char) c);
      }
      if (line.length() > MAX_LINE) {
        throw new IOException("a line of more than " + MAX_LINE + " characters");
      }
    }
    return null;
  }
}
