package dev.playloop.ingest.stream;

import dev.playloop.http.EdgeAnswer;
import dev.playloop.http.EdgeAnswer.Sink;
import dev.playloop.http.EdgeCall;
import dev.playloop.http.Problem;
import dev.playloop.http.Problem.FieldError;
import dev.playloop.ingest.control.KnownAgents;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.access.KnownCaller;
import dev.playloop.kit.topic.TopicReader;
import dev.playloop.kit.topic.TopicReading;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.principal.Scope;
import dev.playloop.schemas.seal.MasterKey;
import dev.playloop.schemas.tool.ToolCatalogue;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/// Streams what an agent said and did: what is written from now on, or from behind an id that a
/// reader brings, back to [#BACK]. Bounds the streams, of a world and in all, and how many read
/// history at a time: others wait for their turn, up to [#ASK]. A stream ends after [#LASTS], so
/// that a token that was revoked reads no longer than that; readers come again by themselves. Calls
/// come on a virtual thread each; owns the follower and the keys.
public final class NewsDesk implements AutoCloseable {
  static final int HISTORIES = 4;
  static final Duration BACK = Duration.ofDays(7);
  private static final Duration LASTS = Duration.ofMinutes(5);
  private static final Duration HEARTBEAT = Duration.ofSeconds(10);
  private static final Duration ASK = Duration.ofSeconds(5);
  private static final byte[] BEAT = ":\n\n".getBytes(StandardCharsets.US_ASCII);

  private final KafkaSettings kafka;
  private final KnownAgents agents;
  private final Function<String, @Nullable ToolCatalogue> catalogues;
  private final NewsKeys keys;
  private final NewsFollower follower;
  private final Semaphore histories = new Semaphore(HISTORIES);
  private final OpenStreams open = new OpenStreams();

  private NewsDesk(
      KafkaSettings kafka,
      KnownAgents agents,
      Function<String, @Nullable ToolCatalogue> catalogues,
      @Nullable MasterKey master) {
    this.kafka = kafka;
    this.agents = agents;
    this.catalogues = catalogues;
    this.keys = NewsKeys.start(kafka, master);
    this.follower = new NewsFollower(kafka, catalogues, keys, NewsFollower.REST);
  }

  /// Starts without waiting for Kafka. With `master` it tells of what is sealed, too.
  public static NewsDesk start(
      KafkaSettings kafka,
      KnownAgents agents,
      Function<String, @Nullable ToolCatalogue> catalogues,
      @Nullable MasterKey master) {
    NewsDesk desk = new NewsDesk(kafka, agents, catalogues, master);
    desk.follower.start();
    return desk;
  }

  /// Throws [Problem.Refused]. Who may not read an agent is told the same as where there is none.
  public EdgeAnswer events(EdgeCall call) throws InterruptedException {
    AgentId agent = agent(call);
    if (call.query() != null) {
      throw invalid(new InvalidValueException("query", "nothing", "something")).refused();
    }
    String last = call.header("last-event-id");
    NewsId after = last == null ? null : after(last);
    open.enter(agent.world());
    boolean streams = false;
    Opened opened = new Opened(agent);
    try {
      opened.place(after);
      streams = true;
      return new EdgeAnswer.Streamed("text/event-stream; charset=utf-8", opened::writeTo);
    } catch (KafkaException e) {
      throw OpenStreams.notNow("Kafka does not answer").refused();
    } finally {
      if (!streams) {
        opened.close();
      }
    }
  }

  private AgentId agent(EdgeCall call) {
    try {
      AgentId agent = new AgentId(call.segment());
      if (KnownCaller.of(call.known()).may(Scope.read(agent.value())) && agents.knows(agent)) {
        return agent;
      }
    } catch (InvalidValueException e) {
      throw nobody(call.segment()).refused();
    }
    throw nobody(call.segment()).refused();
  }

  private static NewsId after(String last) {
    try {
      return NewsId.parse(last);
    } catch (InvalidValueException e) {
      throw invalid(e).refused();
    }
  }

  /// One stream from its place to its end, and all that it holds until then.
  private final class Opened {
    private final AgentId agent;
    private final int partition;
    private @Nullable NewsStream stream;
    private @Nullable TopicReader history;
    private Map<TopicPartition, Long> ends = Map.of();
    private NewsId got = NewsId.OLDEST;

    Opened(AgentId agent) {
      this.agent = agent;
      this.partition = kafka.topics().journal().home(agent.value());
    }

    /// The live half first: what is written while history is read comes by both, and is told once.
    void place(@Nullable NewsId after) throws InterruptedException {
      NewsStream live = follower.add(agent, partition, ASK);
      if (live == null) {
        throw OpenStreams.notNow("the journal is not read yet").refused();
      }
      stream = live;
      got = after == null ? live.begins() : after;
      if (after != null) {
        if (!histories.tryAcquire(ASK.toMillis(), TimeUnit.MILLISECONDS)) {
          throw OpenStreams.notNow("others read so far back now").refused();
        }
        history = history(after);
      }
    }

    private TopicReader history(NewsId after) throws InterruptedException {
      TopicPartition place = new TopicPartition(kafka.topics().journal().name(), partition);
      TopicReading reading =
          TopicReading.of(kafka, kafka.topics().journal())
              .partition(partition)
              .asking(ASK)
              .fewAtOnce()
              .prompt();
      boolean placed = false;
      try {
        TopicReader oldest = reading.from(Map.of(), Instant.now().minus(BACK));
        history = oldest;
        ends = oldest.ends();
        if (!keys.awaitCurrent()) { // of all up to the ends; and whom to tell nothing of any more
          throw OpenStreams.notNow("the keys of what is sealed are not read yet").refused();
        }
        if (after.offset() > ends.getOrDefault(place, 0L)) {
          throw invalid(
                  new InvalidValueException(
                      "Last-Event-ID", "the id of an event that there was", "one yet to come"))
              .refused();
        }
        if (oldest.positions().getOrDefault(place, 0L) < after.since()) {
          oldest.close();
          history = reading.from(Map.of(place, after.since()), Instant.EPOCH);
        }
        placed = true;
        return Objects.requireNonNull(history);
      } finally {
        if (!placed && history == null) {
          histories.release();
        }
      }
    }

    void writeTo(Sink sink) throws IOException, InterruptedException {
      try {
        sink.write(("retry: 2000\nid: " + got + "\n\n").getBytes(StandardCharsets.US_ASCII));
        if (history != null) {
          past(sink, history);
        }
        NewsStream live = Objects.requireNonNull(stream);
        long until = System.nanoTime() + LASTS.toNanos();
        while (System.nanoTime() < until) {
          News next = live.take(HEARTBEAT);
          if (next != null) {
            write(sink, next);
          } else if (live.hasEnded()) {
            return;
          } else {
            sink.write(BEAT);
          }
        }
      } catch (KafkaException e) {
        throw new IOException("Kafka went away while history was read", e);
      } finally {
        close();
      }
    }

    private void past(Sink sink, TopicReader reader) throws IOException {
      NewsReader news = new NewsReader(catalogues, keys);
      byte[] key = agent.value().getBytes(StandardCharsets.UTF_8);
      reader.readTo(
          ends,
          record -> {
            if (Arrays.equals(key, record.key())) {
              for (News one : news.read(record)) {
                write(sink, one);
              }
            }
          });
      endHistory();
    }

    private void write(Sink sink, News one) throws IOException {
      if (one.id().isBehind(got) && one.news().agent().equals(agent)) {
        sink.write(one.bytes());
        got = one.id();
      }
    }

    private void endHistory() {
      TopicReader reader = history;
      if (reader != null) {
        history = null;
        reader.close();
        histories.release();
      }
    }

    void close() {
      try {
        endHistory();
      } finally {
        NewsStream live = stream;
        if (live != null) {
          follower.remove(live);
        }
        open.leave(agent.world());
      }
    }
  }

  /// Whether what is sealed can be told within the time.
  public boolean awaitLoaded(Duration timeout) throws InterruptedException {
    return keys.awaitLoaded(timeout);
  }

  /// Why what is sealed can't be told yet, or null where it can, or is not to be.
  public @Nullable String problem() {
    return keys.problem();
  }

  @Override
  public void close() {
    follower.close();
    keys.close();
  }

  private static Problem nobody(String agent) {
    return Problem.of(
        404, "not-found", "No such agent", "there is no " + agent + " that this token may read");
  }

  private static Problem invalid(InvalidValueException e) {
    return Problem.of(
        400,
        "invalid-place",
        "No place to begin at",
        e.field() + ": expected " + e.expected(),
        List.of(new FieldError(e.field(), e.expected(), e.got())));
  }
}
