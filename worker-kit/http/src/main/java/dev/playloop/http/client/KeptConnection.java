package dev.playloop.http.client;

import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hc.client5.http.impl.io.DefaultManagedHttpClientConnection;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.DefaultHttpRequestWriterFactory;
import org.apache.hc.core5.http.impl.io.DefaultHttpResponseParserFactory;
import org.apache.hc.core5.http.impl.io.MonitoringResponseOutOfOrderStrategy;
import org.jspecify.annotations.Nullable;

/// A connection that is kept for the next request, and says at once whether its server has ended
/// it: a server may do that between any two requests, and a request that goes out on such a
/// connection is in doubt for nothing. Used by one thread at a time.
final class KeptConnection extends DefaultManagedHttpClientConnection {
  /// Longest line of a response's head, and most fields.
  private static final Http1Config BOUNDS =
      Http1Config.custom().setMaxLineLength(16 * 1024).setMaxHeaderCount(200).build();

  /// How often a long request is looked up from, for an answer that came before its end.
  static final int LOOK_UP_BYTES = 64 * 1024;

  private static final AtomicLong NUMBERS = new AtomicLong();

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

  /// Whether it has ended, or says something that nobody asked for. Over TLS the library finds out,
  /// in a millisecond; a plain one is asked without waiting.
  @Override
  public boolean isStale() throws IOException {
    Socket socket = getSocket();
    SocketChannel channel = socket == null ? null : socket.getChannel();
    if (channel == null || getSSLSession() != null) {
      return super.isStale();
    }
    channel.configureBlocking(false);
    try {
      return channel.read(ByteBuffer.allocate(1)) != 0;
    } finally {
      channel.configureBlocking(true);
    }
  }
}
