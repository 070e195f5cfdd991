package dev.playloop.operator.gateway;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.playloop.schemas.json.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A gateway that notes what it is told, and answers as the test says. On loopback.
public final class FakeGateway implements AutoCloseable {
  private final HttpServer server;
  private final List<Heard> heard = new CopyOnWriteArrayList<>();
  private volatile int status = 202;
  private volatile String body = "{\"id\":\"c-1\"}";
  private volatile Runnable then = () -> {};

  /// One request.
  public record Heard(String path, @Nullable String authorization, JsonNode body) {}

  private FakeGateway(HttpServer server) {
    this.server = server;
  }

  public static FakeGateway start() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    FakeGateway gateway = new FakeGateway(server);
    server.createContext("/", gateway::answer);
    server.start();
    return gateway;
  }

  public URI address() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /// What it says from now on.
  public void answers(int code, String text) {
    status = code;
    body = text;
  }

  /// What it does before it answers.
  public void doing(Runnable deed) {
    then = deed;
  }

  public List<Heard> heard() {
    return List.copyOf(heard);
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String text = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      heard.add(
          new Heard(
              exchange.getRequestURI().getPath(),
              exchange.getRequestHeaders().getFirst("Authorization"),
              Json.tree(text)));
      then.run();
      byte[] answer = body.getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(status, answer.length == 0 ? -1 : answer.length);
      exchange.getResponseBody().write(answer);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
