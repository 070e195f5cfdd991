package dev.playloop.kit;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// What a worker process says of itself over HTTP: `/health/live` (200 until something failed that
/// only a restart mends) and `/health/ready` (200 while it can do its work). Else 503, with one
/// line a problem. Probes are asked in the background every second, so that a request never waits
/// for a server that is away. Owns its threads; closed by whoever started it.
public final class HealthServer implements AutoCloseable {
  private static final Duration BETWEEN = Duration.ofSeconds(1);
  private static final String NOT_ASKED = "not asked yet";

  private final HttpServer http;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Map<String, String> dead = new ConcurrentSkipListMap<>();
  private final Map<String, String> unready = new ConcurrentSkipListMap<>();

  private HealthServer(HttpServer http) {
    this.http = http;
  }

  /// Listens; port 0 takes a free one.
  public static HealthServer start(String host, int port) {
    try {
      HttpServer http =
          HttpServer.create(new InetSocketAddress(InetAddress.getByName(host), port), 16);
      HealthServer server = new HealthServer(http);
      http.createContext("/health/live", exchange -> answer(exchange, server.dead));
      http.createContext("/health/ready", exchange -> answer(exchange, server.unready));
      http.setExecutor(server.threads);
      http.start();
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(
          "can't listen on "
              + host
              + ":"
              + port
              + " for health; set "
              + KitSettings.HEALTH_HOST.name()
              + " and "
              + KitSettings.HEALTH_PORT.name(),
          e);
    }
  }

  public URI address() {
    InetSocketAddress at = http.getAddress();
    String host = at.getAddress().getHostAddress();
    return URI.create(
        "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + at.getPort());
  }

  /// Asks `probe` for `/health/live` from now on.
  public void live(String name, Probe probe) {
    watch(dead, name, probe);
  }

  /// Asks `probe` for `/health/ready` from now on; until its first answer it counts as a problem.
  public void ready(String name, Probe probe) {
    unready.put(name, NOT_ASKED);
    watch(unready, name, probe);
  }

  /// The cluster's broker, asked by an admin client of its own.
  public void readyKafka(KafkaSettings kafka) {
    BrokerProbe broker = new BrokerProbe(kafka);
    ready("kafka", broker);
  }

  private void watch(Map<String, String> problems, String name, Probe probe) {
    threads.execute(() -> {
      try {
        do {
          note(problems, name, ask(probe));
        } while (!closed.await(BETWEEN.toMillis(), TimeUnit.MILLISECONDS));
      } catch (InterruptedException e) {
        note(problems, name, "the process is stopping");
      } finally {
        if (probe instanceof BrokerProbe broker) {
          broker.close();
        }
      }
    });
  }

  private static @Nullable String ask(Probe probe) {
    try {
      return probe.problem();
    } catch (RuntimeException e) {
      // Whatever a probe can't say is a problem too; the endpoint must go on answering.
      return Letters.text(e);
    }
  }

  private static void note(Map<String, String> problems, String name, @Nullable String problem) {
    if (problem == null) {
      problems.remove(name);
    } else {
      problems.put(name, problem);
    }
  }

  private static void answer(HttpExchange exchange, Map<String, String> problems)
      throws IOException {
    StringBuilder text = new StringBuilder();
    problems.forEach(
        (name, problem) -> text.append(name).append(": ").append(problem).append('\n'));
    boolean fine = text.isEmpty();
    byte[] body = (fine ? "ok\n" : text.toString()).getBytes(StandardCharsets.UTF_8);
    try (exchange) {
      exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
      exchange.sendResponseHeaders(fine ? 200 : 503, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  @Override
  public void close() {
    closed.countDown();
    http.stop(0);
    threads.shutdownNow();
  }
}
