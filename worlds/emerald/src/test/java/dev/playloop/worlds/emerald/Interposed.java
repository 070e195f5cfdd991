package dev.playloop.worlds.emerald;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/// Passes requests on to an emulator, and tells a test of each right before that.
final class Interposed implements AutoCloseable {
  private final URI target;
  private final Consumer<String> before;
  private final HttpServer server;
  private final HttpClient client = HttpClient.newHttpClient();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  Interposed(URI target, Consumer<String> before) {
    this.target = target;
    this.before = before;
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/", this::pass);
    server.start();
  }

  URI address() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  private void pass(HttpExchange exchange) throws IOException {
    try (exchange) {
      before.accept(exchange.getRequestURI().getPath());
      HttpResponse<byte[]> response =
          client.send(
              HttpRequest.newBuilder(target.resolve(exchange.getRequestURI()))
                  .version(HttpClient.Version.HTTP_1_1)
                  .method(
                      exchange.getRequestMethod(),
                      exchange.getRequestMethod().equals("GET")
                          ? BodyPublishers.noBody()
                          : BodyPublishers.ofByteArray(exchange.getRequestBody().readAllBytes()))
                  .build(),
              BodyHandlers.ofByteArray());
      byte[] body = response.body();
      exchange.sendResponseHeaders(response.statusCode(), body.length == 0 ? -1 : body.length);
      exchange.getResponseBody().write(body);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
    client.close();
  }
}
