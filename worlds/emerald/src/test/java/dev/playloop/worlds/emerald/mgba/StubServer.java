package dev.playloop.worlds.emerald.mgba;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/// A server that answers each path as its test says, and remembers what it was asked.
final class StubServer implements AutoCloseable {
  final List<String> asked = new CopyOnWriteArrayList<>();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpServer server;

  /// What comes back; null hangs up without an answer.
  interface Answers {
    @Nullable Answer to(String path) throws InterruptedException;
  }

  record Answer(int status, String body) {
    static Answer ok(String body) {
      return new Answer(200, body);
    }
  }

  StubServer(Answers answers) {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/", exchange -> answer(exchange, answers));
    server.start();
  }

  private void answer(HttpExchange exchange, Answers answers) throws IOException {
    asked.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
    try (exchange) {
      Answer answer = answers.to(exchange.getRequestURI().getPath());
      if (answer != null) {
        byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(answer.status(), body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  URI address() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
