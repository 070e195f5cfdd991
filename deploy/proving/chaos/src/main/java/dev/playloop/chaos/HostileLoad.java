package dev.playloop.chaos;

import dev.playloop.chaos.system.ChaosSystem;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.topic.HeaderNames;
import dev.playloop.schemas.topic.Topics;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/// Writes [Hostile] records and events among the good ones for as long as it runs. Most go to the
/// topics that outsiders write to, compressed; some to those of our own workers, and of these some
/// claim to answer a turn or an action that is in hand. What was acknowledged is on the log,
/// perhaps twice; what must come of it is the checker's to find. One thread, and the observer's.
final class HostileLoad implements AutoCloseable {
  private static final int PAUSE_MILLIS = 200;
  private static final int MAX_WAITING = 4;
  private static final int ANSWER_ONE_OF = 25;
  private static final Duration HTTP_TIMEOUT = Duration.ofSeconds(8);

  private final Topics topics;
  private final URI gateway;
  private final List<AgentId> agents;
  private final Random random;
  private final Hostile hostile;
  private final Set<String> accepted = ConcurrentHashMap.newKeySet();
  private final List<String> misanswered = new CopyOnWriteArrayList<>();
  private final BlockingQueue<Hostile.Shot> answers = new LinkedBlockingQueue<>(MAX_WAITING);
  private final Hostile ofAnswers;
  private final Random seen;
  private final KafkaProducer<byte[], byte[]> producer;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(2))
          .build();
  private final Thread thread;
  private volatile boolean stopped;

  HostileLoad(ChaosSystem system, List<AgentId> agents, long seed) {
    KafkaSettings kafka = system.kafka();
    this.topics = kafka.topics();
    this.gateway = URI.create("http://127.0.0.1:" + system.httpPort() + "/v1/events");
    this.agents = agents;
    this.random = new Random(seed);
    this.seen = new Random(seed + 1);
    this.hostile = new Hostile(topics, system.worlds().names(), random);
    this.ofAnswers = new Hostile(topics, system.worlds().names(), seen);
    this.producer =
        new KafkaProducer<>(
            kafka.with(
                Map.of(
                    "linger.ms", "0",
                    "compression.type", "zstd",
                    "delivery.timeout.ms", "20000",
                    "request.timeout.ms", "5000")),
            new ByteArraySerializer(),
            new ByteArraySerializer());
    this.thread = Thread.ofVirtual().unstarted(this::write);
  }

  void start() {
    thread.start();
  }

  /// A record was committed: now and then it gets an answer that nobody can read.
  void see(Observed one) {
    if (stopped || seen.nextInt(ANSWER_ONE_OF) != 0) {
      return;
    }
    Header turn = one.record().headers().lastHeader(HeaderNames.TURN);
    Header action = one.record().headers().lastHeader(HeaderNames.ACTION);
    if (turn != null && one.record().topic().equals(topics.turns().name())) {
      String id = new String(turn.value(), StandardCharsets.UTF_8);
      answers.offer(ofAnswers.decisionOf(id.substring(0, id.indexOf(':')), id));
    } else if (action != null && !one.record().topic().equals(topics.results().name())) {
      String id = new String(action.value(), StandardCharsets.UTF_8);
      answers.offer(ofAnswers.resultOf(id.substring(0, id.indexOf(':')), id));
    }
  }

  /// Ids of the triggers that were odd and no more.
  Set<String> accepted() {
    return Set.copyOf(accepted);
  }

  /// What the gateway said to a bad event and must not say.
  List<String> misanswered() {
    return List.copyOf(misanswered);
  }

  void stop() throws InterruptedException {
    stopped = true;
    thread.join();
  }

  private void write() {
    try {
      while (!stopped) {
        Hostile.Shot answer = answers.poll(random.nextInt(2 * PAUSE_MILLIS), TimeUnit.MILLISECONDS);
        String agent = agents.get(random.nextInt(agents.size())).value();
        if (answer != null) {
          send(answer);
        } else {
          switch (random.nextInt(10)) {
            case 0 -> post(hostile.event(agent));
            case 1, 2 -> send(hostile.inside(agent));
            default -> send(hostile.outside(agent));
          }
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void send(Hostile.Shot shot) throws InterruptedException {
    while (true) {
      try {
        producer.send(shot.record()).get();
        if (shot.trigger() != null) {
          accepted.add(shot.trigger());
        }
        return;
      } catch (ExecutionException e) {
        // In doubt: sent again. Each copy on the log must have its own end.
        TimeUnit.MILLISECONDS.sleep(100);
      }
    }
  }

  private void post(byte[] event) throws InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(gateway)
            .timeout(HTTP_TIMEOUT)
            .header("Content-Type", "application/cloudevents+json")
            .POST(HttpRequest.BodyPublishers.ofByteArray(event))
            .build();
    try {
      int status = http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
      // 503: it can't write at the moment, whatever it was sent.
      if (status != 503 && (status < 400 || status >= 500)) {
        misanswered.add("a bad event was answered with " + status);
      }
    } catch (IOException e) {
      // Not there at the moment.
    }
  }

  @Override
  public void close() {
    producer.close(Duration.ZERO);
    http.close();
  }
}
