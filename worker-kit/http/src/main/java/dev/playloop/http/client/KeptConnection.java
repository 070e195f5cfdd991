package dev.playloop.http.client;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLSocket;
import org.apache.hc.client5.http.impl.io.DefaultManagedHttpClientConnection;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.DefaultHttpRequestWriterFactory;
import org.apache.hc.core5.http.impl.io.DefaultHttpResponseParserFactory;
import org.apache.hc.core5.http.impl.io.MonitoringResponseOutOfOrderStrategy;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/// A connection that is kept for the next request, and says at once whether its server has ended
/// it: a server may do that between any two requests, and a request that goes out on such a
/// connection is in doubt for nothing. Used by one thread at a time, and closed by any.
final class KeptConnection extends DefaultManagedHttpClientConnection {
  /// Longest line of a response's head, and most fields.
  private static final Http1Config BOUNDS =
      Http1Config.custom().setMaxLineLength(16 * 1024).setMaxHeaderCount(200).build();

  /// How often a long request is looked up from, for an answer that came before its end. Whatever
  /// comes then ends the request, a word in between (1xx) too.
  static final int LOOK_UP_BYTES = 64 * 1024;

  private static final AtomicLong NUMBERS = new AtomicLong();

  /// Set by whoever closes it, which may be another thread than the one that connects.
  private volatile boolean ended;

  private KeptConnection() {
    super(
        "http-" + NUMBERS.incrementAndGet(),
        null,
        null,
        BOUNDS,
        null,
        null,
        new MonitoringResponseOutOfOrderStrategy(LOOK_UP_BYTES),
        new DefaultHttpRequestWriterFactory(BOUNDS),
        new DefaultHttpResponseParserFactory(BOUNDS));
  }

  static ManagedHttpClientConnection open(@Nullable Socket socket) throws IOException {
    KeptConnection connection = new KeptConnection();
    if (socket != null) {
      connection.bind(socket);
    }
    return connection;
  }

  /// Throws where it was closed: whoever still connects for it, to the next address of a name, is
  /// told so, and what is connected is closed.
  @Override
  public void bind(Socket socket) throws IOException {
    require(socket);
    super.bind(socket);
    require(socket); // it may have been closed in between
  }

  @Override
  public void bind(SSLSocket secure, Socket socket) throws IOException {
    require(socket);
    super.bind(secure, socket);
    require(socket);
  }

  private void require(Socket socket) throws IOException {
    if (ended) {
      socket.close();
      throw new InterruptedIOException("the connection was closed before it was open");
    }
  }

  @Override
  public void close(CloseMode mode) {
    ended = true;
    super.close(mode);
  }

  @Override
  public void close() throws IOException {
    ended = true;
    super.close();
  }

  /// Whether it has ended, or says something that nobody asked for. Over TLS the library finds that
  /// out, in two milliseconds; a plain one is asked without waiting.
  @Override
  public boolean isStale() throws IOException {
    Socket socket = getSocket();
    SocketChannel channel = socket == null ? null : socket.getChannel();
    if (channel == null || getSSLSession() != null) {
      return super.isStale() || isDataAvailable(Timeout.ONE_MILLISECOND);
    }
    channel.configureBlocking(false);
    try {
      return channel.read(ByteBuffer.allocate(1)) != 0;
    } finally {
      channel.configureBlocking(true);
    }
  }
}
