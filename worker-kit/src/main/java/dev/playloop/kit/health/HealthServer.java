package dev.playloop.kit.health;

import dev.playloop.http.EdgeAnswer;
import dev.playloop.http.EdgeOptions;
import dev.playloop.http.EdgeRoutes;
import dev.playloop.http.HttpEdge;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.KitSettings;
import dev.playloop.kit.Letters;
import java.net.URI;
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
/// line a problem. Probes are asked in the background every second, and until one has been well for
/// the first time oftener, so that a request never waits for a server that is away, nor whoever
/// starts a process for a second to pass. Owns its threads; closed by whoever started it.
public final class HealthServer implements AutoCloseable {
  private static final Duration BETWEEN = Duration.ofSeconds(1);
  private static final Duration AT_START = Duration.ofMillis(100);

  /// What has not come up by then is waited for as a server that is away.
  private static final Duration START = Duration.ofSeconds(30);

  private static final String NOT_ASKED = "not asked yet";

  private final HttpEdge edge;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Map<String, String> dead = new ConcurrentSkipListMap<>();
  private final Map<String, String> unready = new ConcurrentSkipListMap<>();

  private HealthServer(HttpEdge edge) {
    this.edge = edge;
  }

  /// Listens; port 0 takes a free one. Throws [dev.playloop.http.CannotListen].
  public static HealthServer start(String host, int port) {
    HttpEdge edge =
        HttpEdge.bind(
            EdgeOptions.loopback("health", KitSettings.HEALTH_PORT.name(), port).withHost(host));
    HealthServer server = new HealthServer(edge);
    edge.serve(
        new EdgeRoutes()
            .open("GET", "/health/live", _ -> answer(server.dead))
            .open("GET", "/health/ready", _ -> answer(server.unready)));
    return server;
  }

  public URI address() {
    return edge.address();
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
      long startsUntil = System.nanoTime() + START.toNanos();
      boolean starts = true;
      try {
        do {
          String problem = ask(probe);
          note(problems, name, problem);
          starts = starts && problem != null && System.nanoTime() - startsUntil < 0;
        } while (!closed.await((starts ? AT_START : BETWEEN).toMillis(), TimeUnit.MILLISECONDS));
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
    } catch (RuntimeException | Error e) {
      // Whatever a probe can't say is a problem too; else its last answer would stand for ever.
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

  private static EdgeAnswer answer(Map<String, String> problems) {
    StringBuilder text = new StringBuilder();
    problems.forEach(
        (name, problem) -> text.append(name).append(": ").append(problem).append('\n'));
    return text.isEmpty() ? EdgeAnswer.text(200, "ok\n") : EdgeAnswer.text(503, text.toString());
  }

  @Override
  public void close() {
    closed.countDown();
    edge.close();
    threads.shutdownNow();
  }
}
