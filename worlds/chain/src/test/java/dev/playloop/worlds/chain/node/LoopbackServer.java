package dev.playloop.worlds.chain.node;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// An HTTP server on a free port of loopback, on which a test answers as it likes: also what no
/// server of ours would. Each request has a thread of its own.
public final class LoopbackServer implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  private LoopbackServer(HttpServer server) {
    this.server = server;
  }

  public static LoopbackServer start(HttpHandler handler) {
    try {
      HttpServer http =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      LoopbackServer started = new LoopbackServer(http);
      http.createContext("/", handler);
      http.setExecutor(started.threads);
      http.start();
      return started;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// @param path with its slash, or empty
  public URI at(String path) {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
