package dev.playloop.http.client;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/// A server on loopback that answers with any bytes at all. Thread-safe.
final class RawServer implements AutoCloseable {
  /// What becomes of a connection whose request has been read, or is about to be.
  @FunctionalInterface
  interface Talk {
    void with(Peer peer) throws IOException, InterruptedException;
  }

  /// One connection.
  record Peer(Socket socket, InputStream in, OutputStream out, RawServer server) {
    /// The head of the next request, in lower case; its body is read, too. Empty where there is no
    /// other.
    String request() throws IOException {
      StringBuilder head = new StringBuilder();
      while (head.indexOf("\r\n\r\n") < 0) {
        int next = in.read();
        if (next < 0) {
          return "";
        }
        head.append((char) next);
      }
      String text = head.toString().toLowerCase(Locale.ROOT);
      int at = text.indexOf("content-length: ");
      if (at >= 0) {
        in.skipNBytes(Long.parseLong(text.substring(at + 16, text.indexOf("\r\n", at))));
      }
      server.requests.add(text);
      return text;
    }

    Peer say(String text) throws IOException {
      out.write(text.getBytes(StandardCharsets.ISO_8859_1));
      out.flush();
      return this;
    }

    Peer answer(String body) throws IOException {
      return say("HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
    }

    /// Says it again and again, until nobody listens.
    void flood(String text) throws IOException {
      while (true) {
        say(text);
      }
    }

    /// Whether the other side is still there a moment later.
    boolean staysAMoment() throws IOException {
      socket.setSoTimeout(100);
      try {
        return in.read() >= 0;
      } catch (SocketTimeoutException e) {
        return true;
      }
    }

    /// Returns when the other side has ended the connection.
    void awaitEnd() throws IOException {
      while (in.read() >= 0) {
        // whatever it still says
      }
    }
  }

  final Queue<String> requests = new ConcurrentLinkedQueue<>();
  final AtomicInteger connections = new AtomicInteger();
  private final ServerSocket listening;

  RawServer(Talk talk) {
    this(null, talk);
  }

  /// @param tls null: plain
  RawServer(@Nullable SSLContext tls, Talk talk) {
    try {
      listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofVirtual()
        .start(() -> {
          while (true) {
            try {
              Socket socket = listening.accept();
              socket.setTcpNoDelay(true); // what was said is there, and waits for nothing
              connections.incrementAndGet();
              Thread.ofVirtual().start(() -> talk(socket, tls, talk));
            } catch (IOException e) {
              return; // closed
            }
          }
        });
  }

  private void talk(Socket plain, @Nullable SSLContext tls, Talk talk) {
    try (plain;
        Socket socket = tls == null ? plain : secured(plain, tls)) {
      InputStream in = new BufferedInputStream(socket.getInputStream());
      talk.with(new Peer(socket, in, socket.getOutputStream(), this));
    } catch (IOException | InterruptedException e) {
      // the caller went away
    }
  }

  private static Socket secured(Socket plain, SSLContext tls) throws IOException {
    SSLSocket secure =
        (SSLSocket) tls.getSocketFactory().createSocket(plain, null, plain.getPort(), true);
    secure.setUseClientMode(false);
    return secure;
  }

  URI at(String path) {
    return URI.create("http://127.0.0.1:" + listening.getLocalPort() + path);
  }

  int port() {
    return listening.getLocalPort();
  }

  @Override
  public void close() {
    try {
      listening.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
