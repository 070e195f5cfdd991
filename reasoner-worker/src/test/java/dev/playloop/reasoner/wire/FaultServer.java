package dev.playloop.reasoner.wire;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// A raw TCP server that answers HTTP as badly as told. The mode is the first part of the path:
/// `http://127.0.0.1:<port>/<mode>`. Scripted replies are put by [#reply].
public final class FaultServer implements AutoCloseable {
  /// One request as it came.
  record Seen(String head, String body) {
    String header(String name) {
      for (String line : head.lines().toList()) {
        if (line.toLowerCase(Locale.ROOT).startsWith(name + ":")) {
          return line.substring(name.length() + 1).strip();
        }
      }
      return "";
    }
  }

  private final ServerSocket server;
  private final Map<String, String> replies = new ConcurrentHashMap<>();
  private final List<Seen> seen = new ArrayList<>();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger requests = new AtomicInteger();
  private final CountDownLatch closed = new CountDownLatch(1);
  final CountDownLatch hanging = new CountDownLatch(1);

  public FaultServer() {
    try {
      server = new ServerSocket();
      server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1024);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofVirtual().start(this::accept);
  }

  /// A whole reply for a mode: status line and headers (without length), blank line, body.
  public FaultServer reply(String mode, int status, String headers, String body) {
    int length = body.getBytes(StandardCharsets.UTF_8).length;
    replies.put(
        mode,
        "HTTP/1.1 "
            + status
            + " X\r\nContent-Type: application/json\r\n"
            + headers
            + "Content-Length: "
            + length
            + "\r\n\r\n"
            + body);
    return this;
  }

  public String url(String mode) {
    return "http://127.0.0.1:" + server.getLocalPort() + "/" + mode;
  }

  public int requests() {
    return requests.get();
  }

  synchronized Seen last() {
    return seen.getLast();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        open.add(socket);
        Thread.ofVirtual().start(() -> serve(socket));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      InputStream in = new BufferedInputStream(socket.getInputStream());
      OutputStream out = socket.getOutputStream();
      while (true) {
        String mode = read(in);
        if (mode == null || !answer(mode, socket, out)) {
          return;
        }
      }
    } catch (IOException | InterruptedException e) {
      // The client went away, or the server closed; both are expected here.
    } finally {
      open.remove(socket);
    }
  }

  private @Nullable String read(InputStream in) throws IOException {
    String request = line(in);
    if (request.isEmpty()) {
      return null;
    }
    StringBuilder head = new StringBuilder(request).append('\n');
    int length = 0;
    for (String header = line(in); !header.isEmpty(); header = line(in)) {
      head.append(header).append('\n');
      if (header.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
        length = Integer.parseInt(header.substring(15).strip());
      }
    }
    String body = new String(in.readNBytes(length), StandardCharsets.UTF_8);
    requests.incrementAndGet();
    synchronized (this) {
      seen.add(new Seen(head.toString(), body));
    }
    int from = request.indexOf('/') + 1;
    int slash = request.indexOf('/', from);
    return request.substring(from, slash < 0 ? request.indexOf(' ', from) : slash);
  }

  private static String line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
      if (c != '\r') {
        line.write(c);
      }
    }
    return line.toString(StandardCharsets.UTF_8);
  }

  /// True where the connection goes on.
  private boolean answer(String mode, Socket socket, OutputStream out)
      throws IOException, InterruptedException {
    String scripted = replies.get(mode);
    if (scripted != null) {
      write(out, scripted);
      return true;
    }
    switch (mode) {
      case "reset" -> socket.setSoLinger(true, 0);
      case "close" -> {}
      case "hang" -> {
        hanging.countDown();
        closed.await();
      }
      case "half-then-reset" -> {
        write(out, "HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n{\"id\":\"x");
        // The client must have read the head before the reset throws it away.
        hanging.await();
        socket.setSoLinger(true, 0);
      }
      case "half-then-close" ->
          write(out, "HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n{\"id\":\"x");
      case "half-then-hang" -> {
        write(out, "HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n{\"id\":\"x");
        closed.await();
      }
      case "endless" -> {
        write(out, "HTTP/1.1 200 OK\r\nContent-Length: 90000000\r\n\r\n");
        byte[] chunk = new byte[64 * 1024];
        for (int i = 0; i < 90_000_000 / chunk.length; i++) {
          out.write(chunk);
        }
      }
      default -> throw new IOException("no such mode: " + mode);
    }
    return false;
  }

  private static void write(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  @Override
  public void close() {
    closed.countDown();
    hanging.countDown();
    try {
      server.close();
      for (Socket socket : open) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
