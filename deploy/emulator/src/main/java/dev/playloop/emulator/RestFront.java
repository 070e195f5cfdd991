package dev.playloop.emulator;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// Serves a [Handler] over HTTP, on this machine only: the API has no authentication. One virtual
/// thread a request; a body has at most 4 MB.
final class RestFront implements AutoCloseable {
  private static final int BODY_MAX = 4 * 1024 * 1024;
  private static final int BACKLOG = 64;

  static {
    // Else the JDK's server lets each small answer wait 40 ms for the client's acknowledgement.
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  private final HttpServer http;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Handler handler;

  private RestFront(HttpServer http, Handler handler) {
    this.http = http;
    this.handler = handler;
  }

  /// Listens; port 0 takes a free one.
  static RestFront start(int port, Handler handler) {
    try {
      HttpServer http =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG);
      RestFront front = new RestFront(http, handler);
      http.createContext("/", front::serve);
      http.setExecutor(front.threads);
      http.start();
      return front;
    } catch (IOException e) {
      throw new UncheckedIOException("can't listen on port " + port + "; choose another", e);
    }
  }

  int port() {
    return http.getAddress().getPort();
  }

  InetAddress bound() {
    return http.getAddress().getAddress();
  }

  URI address() {
    return URI.create("http://127.0.0.1:" + port());
  }

  private void serve(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readNBytes(BODY_MAX + 1);
      Answer answer =
          body.length > BODY_MAX
              ? Answer.problem(413, "a body has at most " + BODY_MAX + " bytes")
              : handler.handle(
                  Request.of(
                      exchange.getRequestMethod(),
                      exchange.getRequestURI(),
                      new String(body, StandardCharsets.UTF_8)));
      switch (answer) {
        case Answer.Reply reply -> send(exchange, reply);
        case Answer.Hangup _ -> {
          // Closing an exchange that has sent nothing closes its connection.
        }
      }
    } catch (InterruptedException e) {
      // The server is stopping; the client sees its connection end.
      Thread.currentThread().interrupt();
    }
  }

  private static void send(HttpExchange exchange, Answer.Reply reply) throws IOException {
    byte[] text = reply.text().getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", reply.type());
    exchange.sendResponseHeaders(reply.status(), text.length == 0 ? -1 : text.length);
    if (text.length > 0) {
      exchange.getResponseBody().write(text);
    }
  }

  @Override
  public void close() {
    http.stop(0);
    threads.shutdownNow();
  }
}
