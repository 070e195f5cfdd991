package dev.playloop.ingest.webhook;

import dev.playloop.ingest.webhook.ApprovalNews.News;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.OwnedSource;
import dev.playloop.kit.Telemetry;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.id.SourceId;
import dev.playloop.schemas.json.Default;
import dev.playloop.schemas.json.Json;
import io.github.resilience4j.core.IntervalFunction;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.LongCounter;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Tells a receiver of each question to people and of its end, in their order, at least once: what
/// it has not confirmed is told again, after a restart too, with the same id. A receiver that is
/// away is waited for, longer each time; meanwhile the topic is read on, up to [#MOST] news, and
/// nothing else waits. What it refuses for good (400, 410, 413, 422) is told to the log, and the
/// next one is sent.
///
/// One process in the whole system does it: whoever owns its partition of `sources`. Its cursor is
/// where all that lies before was confirmed. Used by one thread at a time.
public final class ApprovalsWebhook implements OwnedSource, AutoCloseable {
  static final SourceId ID = new SourceId("approvals-webhook");
  static final String COUNTER = "playloop.ingest.webhook";
  static final int MOST = 20_000;

  private static final Logger LOG = LoggerFactory.getLogger(ApprovalsWebhook.class);
  private static final Duration WAIT = Duration.ofMillis(100);
  private static final Duration PAUSE = Duration.ofMillis(100);
  private static final int AT_ONCE = 100;
  private static final AttributeKey<String> OUTCOME = AttributeKey.stringKey("playloop.outcome");

  private final KafkaSettings kafka;
  private final WebhookPost post;
  private final Clock clock;
  private final IntervalFunction pauses;
  private final LongCounter told;
  private final Deque<Batch> waiting = new ArrayDeque<>();
  private int size;
  private int failures;
  private Instant next = Instant.MIN;
  private @Nullable InboxRecords reader;
  private @Nullable String expected;

  /// News, and where the topic was read to when it was found.
  private record Batch(Deque<News> news, Map<Integer, Long> offsets) {}

  /// How far all was confirmed, by partition.
  private record Cursor(@Default("{}") Map<Integer, Long> offsets) {
    Cursor {
      offsets = offsets == null ? Map.of() : Map.copyOf(offsets);
    }
  }

  ApprovalsWebhook(
      KafkaSettings kafka,
      WebhookSettings settings,
      IntervalFunction pauses,
      Clock clock,
      Telemetry telemetry) {
    this.kafka = kafka;
    this.post = new WebhookPost(settings, kafka.topics().prefix(), clock);
    this.pauses = pauses;
    this.clock = clock;
    this.told =
        telemetry
            .meter("dev.playloop.ingest", "")
            .counterBuilder(COUNTER)
            .setUnit("{post}")
            .build();
  }

  /// One that waits half a second after a failure, then longer, up to half a minute.
  public static ApprovalsWebhook of(
      KafkaSettings kafka, WebhookSettings settings, Clock clock, Telemetry telemetry) {
    return new ApprovalsWebhook(
        kafka,
        settings,
        IntervalFunction.ofExponentialRandomBackoff(
            Duration.ofMillis(500), 2.0, 0.3, Duration.ofSeconds(30)),
        clock,
        telemetry);
  }

  @Override
  public SourceId id() {
    return ID;
  }

  @Override
  public Polled poll(@Nullable String cursor) throws InterruptedException {
    InboxRecords records = reader(cursor);
    if (size < MOST) {
      add(records.poll(waiting.isEmpty() ? WAIT : Duration.ZERO), records.offsets());
    }
    Map<Integer, Long> confirmed = deliver();
    if (confirmed != null) {
      String after = Json.text(new Cursor(confirmed));
      expected = after.equals(cursor) ? cursor : after;
      return new Polled(List.of(), expected, waiting.isEmpty() ? PAUSE : Duration.ZERO);
    }
    return new Polled(List.of(), null, PAUSE);
  }

  /// Where the last poll's cursor was not written, or another process went on, it is read anew.
  private InboxRecords reader(@Nullable String cursor) {
    InboxRecords open = reader;
    if (open != null && Objects.equals(cursor, expected)) {
      return open;
    }
    rest();
    open = InboxRecords.from(kafka, offsets(cursor));
    reader = open;
    expected = cursor;
    return open;
  }

  /// A cursor that can't be read is somebody's garbage: all that is open is told again.
  private static Map<Integer, Long> offsets(@Nullable String cursor) {
    try {
      return cursor == null ? Map.of() : Json.read(cursor, Cursor.class).offsets();
    } catch (InvalidValueException e) {
      LOG.error("the cursor of the webhook is none, all is told again: {}", e.getMessage());
      return Map.of();
    }
  }

  /// What is no news is confirmed with what lies before it.
  private void add(List<News> news, Map<Integer, Long> offsets) {
    Batch last = news.isEmpty() ? waiting.pollLast() : null;
    Deque<News> all = last == null ? new ArrayDeque<>(news) : last.news();
    waiting.addLast(new Batch(all, offsets));
    size += news.size();
  }

  /// How far all is confirmed now; null where that is as far as before.
  private @Nullable Map<Integer, Long> deliver() throws InterruptedException {
    Map<Integer, Long> confirmed = null;
    int left = AT_ONCE;
    while (!waiting.isEmpty()) {
      Deque<News> batch = waiting.getFirst().news();
      while (!batch.isEmpty()) {
        if (left-- == 0 || clock.instant().isBefore(next) || !isTold(batch.getFirst())) {
          return confirmed;
        }
        batch.removeFirst();
        size--;
      }
      confirmed = waiting.removeFirst().offsets();
    }
    return confirmed;
  }

  /// Whether the receiver needs to hear of it no more.
  private boolean isTold(News news) throws InterruptedException {
    String why;
    try {
      int status = post.send(news);
      if (status / 100 == 2) {
        succeeded("delivered");
        return true;
      }
      if (status == 400 || status == 410 || status == 413 || status == 422) {
        LOG.warn(
            "the approvals' webhook refuses {} with HTTP {}: it is left out", news.id(), status);
        succeeded("refused");
        return true;
      }
      why = "HTTP " + status;
    } catch (IOException e) {
      why = String.valueOf(e.getMessage());
    }
    told.add(1, Attributes.of(OUTCOME, "failed"));
    failures++;
    next = clock.instant().plusMillis(pauses.apply(failures));
    if (failures == 1) {
      LOG.warn("the approvals' webhook takes nothing, and is asked again and again: {}", why);
    }
    return false;
  }

  private void succeeded(String outcome) {
    told.add(1, Attributes.of(OUTCOME, outcome));
    if (failures > 0) {
      LOG.info("the approvals' webhook takes events again, after {} failures", failures);
    }
    failures = 0;
    next = Instant.MIN;
  }

  private void rest() {
    InboxRecords open = reader;
    reader = null;
    waiting.clear();
    size = 0;
    if (open != null) {
      open.close();
    }
  }

  /// After its owner stopped polling.
  @Override
  public void close() {
    rest();
    post.close();
  }
}
