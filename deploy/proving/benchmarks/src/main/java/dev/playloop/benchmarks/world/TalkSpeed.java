package dev.playloop.benchmarks.world;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// How long an agent of a declared world takes to answer a player, from outside: the player's line
/// goes to the gateway of an `./playloop up` of its own process, and the answer comes to a game by
/// the HTTP contract, and to whoever reads what agents said. The rehearsal model of that system
/// answers at once, so that what is measured is all but a model's time. One talk after the other,
/// with a pause of up to 300 ms between them, as people speak.
///
/// `TalkSpeed [talks=400] [warm-up=200]`, in a checkout; the game is in this process.
final class TalkSpeed implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 60;
  private static final int PAUSE_MILLIS = 300;
  private static final int MAX_OPENINGS = 30;
  private static final long SEED = 20_261_126;

  private final HttpClient http = HttpClient.newHttpClient();
  private final HttpServer game;
  private final UpProcess up;
  private final BlockingQueue<Long> asked = new LinkedBlockingQueue<>();
  private final BlockingQueue<Long> said = new LinkedBlockingQueue<>();
  private final BlockingQueue<Long> closed = new LinkedBlockingQueue<>();

  private TalkSpeed(HttpServer game, UpProcess up) {
    this.game = game;
    this.up = up;
  }

  /// What a talk took, in milliseconds, to the game and to the reader of the stream.
  private record Talk(double toGame, double toReader) {}

  public static void main(String[] args) throws Exception {
    int talks = args.length > 0 ? Integer.parseInt(args[0]) : 400;
    int warmUp = args.length > 1 ? Integer.parseInt(args[1]) : 200;
    HttpServer game =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    game.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    try (TalkSpeed speed =
        new TalkSpeed(game, UpProcess.start("http://127.0.0.1:" + game.getAddress().getPort()))) {
      game.createContext("/actions", speed::act);
      game.start();
      Thread.ofVirtual().start(speed::read);
      speed.open();
      SplittableRandom random = new SplittableRandom(SEED);
      for (int i = 0; i < warmUp; i++) {
        speed.talk("warm-" + i);
      }
      System.out.printf(
          Locale.ROOT,
          "load average %.1f before the first talk%n",
          ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
      Talk[] all = new Talk[talks];
      for (int i = 0; i < talks; i++) {
        Thread.sleep(random.nextInt(PAUSE_MILLIS)); // a person speaks when it likes
        all[i] = speed.talk("talk-" + i);
      }
      report("to the game", Stream.of(all).mapToDouble(Talk::toGame).toArray());
      report("to the events stream", Stream.of(all).mapToDouble(Talk::toReader).toArray());
      System.out.printf(
          Locale.ROOT,
          "load average %.1f after the last%n",
          ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    }
  }

  private static void report(String what, double[] millis) {
    Arrays.sort(millis);
    System.out.printf(
        Locale.ROOT,
        "%s: %d talks, least %.1f, p50 %.1f, p90 %.1f, p99 %.1f, most %.1f ms%n",
        what,
        millis.length,
        millis[0],
        at(millis, 0.5),
        at(millis, 0.9),
        at(millis, 0.99),
        millis[millis.length - 1]);
  }

  private static double at(double[] sorted, double share) {
    return sorted[Math.min(sorted.length - 1, (int) Math.ceil(share * sorted.length) - 1)];
  }

  /// Talks until the stream tells of it.
  private void open() throws Exception {
    send("opening");
    var _ = next(asked, "the game is asked");
    for (int i = 0; closed.poll(1, TimeUnit.SECONDS) == null; i++) {
      if (i == MAX_OPENINGS) {
        throw new IllegalStateException("the stream tells nothing");
      }
      send("opening-" + i);
      var _ = next(asked, "the game is asked");
    }
    said.clear();
    closed.clear();
  }

  private Talk talk(String id) throws Exception {
    long began = send(id);
    long atGame = next(asked, "the game is asked");
    long atReader = next(said, "it is said");
    var _ = next(closed, "the run is closed");
    return new Talk((atGame - began) / 1e6, (atReader - began) / 1e6);
  }

  private long send(String id) throws Exception {
    String event =
        """
        {"specversion":"1.0","id":"%s","source":"/bench","type":"chat.message",
         "data":{"agent":"%s","subject":{"type":"user","id":"mia"},"text":"Hello, are you there?"}}
        """
            .formatted(id, UpProcess.AGENT);
    HttpRequest request =
        up.request("/v1/events")
            .header("content-type", "application/cloudevents+json")
            .POST(BodyPublishers.ofString(event))
            .build();
    long began = System.nanoTime();
    int status = http.send(request, BodyHandlers.discarding()).statusCode();
    if (status != 202) {
      throw new IllegalStateException("the gateway answered " + status);
    }
    return began;
  }

  private static long next(BlockingQueue<Long> queue, String what) throws InterruptedException {
    Long at = queue.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    if (at == null) {
      throw new IllegalStateException("within " + PATIENCE_SECONDS + " s not: " + what);
    }
    return at;
  }

  private void act(HttpExchange exchange) throws IOException {
    long at = System.nanoTime();
    try (exchange) {
      UpProcess.done(exchange);
    }
    asked.add(at);
  }

  /// Reads what the agent says until the system ends.
  private void read() {
    try {
      URI events = URI.create("/v1/worlds/" + UpProcess.WORLD + "/agents/" + UpProcess.NAME);
      HttpRequest request = up.request(events + "/events").build();
      http.send(request, BodyHandlers.ofLines())
          .body()
          .forEach(line -> {
            long at = System.nanoTime();
            if (line.equals("event: said")) {
              said.add(at);
            } else if (line.equals("event: closed")) {
              closed.add(at);
            }
          });
    } catch (IOException | UncheckedIOException e) {
      // the system was ended, or the talks will say what they miss
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    up.close();
    game.stop(0);
    http.shutdownNow();
  }
}
