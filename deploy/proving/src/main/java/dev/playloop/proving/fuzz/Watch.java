package dev.playloop.proving.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.local.watch.TopicTail;
import dev.playloop.schemas.event.JournalEntry;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.topic.Topics;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.header.Header;

/// Reads along what the system writes: how runs end, what becomes a dead letter, and what comes in.
/// Its own thread reads; all others ask.
final class Watch implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(100);

  private static final Pattern MARK = Pattern.compile("rows-[a-z]+-[0-9]+");

  /// How a sane trigger begins its id.
  static final String SANE = "sane-";

  private final Topics topics;
  private final TopicTail tail;
  private final Thread thread;
  private final Map<String, String> ends = new ConcurrentHashMap<>();
  private final LongAdder closed = new LongAdder();
  private final LongAdder fromGateway = new LongAdder();
  private final LongAdder applied = new LongAdder();
  private final LongAdder letters = new LongAdder();
  private final Refusals refusals = new Refusals();
  private final Set<String> marks = ConcurrentHashMap.newKeySet();
  private volatile boolean open = true;

  Watch(KafkaSettings kafka) {
    this.topics = kafka.topics();
    this.tail =
        TopicTail.open(
            kafka,
            List.of(
                topics.journal(),
                topics.deadLetters(),
                topics.triggers(),
                topics.worldEvents(),
                topics.agents()),
            false);
    this.thread = Thread.ofPlatform().name("fuzz-watch").daemon().start(this::run);
  }

  /// Sane triggers that have ended, with their outcome.
  Map<String, String> ends() {
    return ends;
  }

  /// All runs that were closed and triggers that were dropped.
  long closed() {
    return closed.sum();
  }

  /// Records of events that came over HTTP.
  long fromGateway() {
    return fromGateway.sum();
  }

  /// Whether an event or a dead letter with this mark of [RowSurface] came in.
  boolean saw(String mark) {
    return marks.contains(mark);
  }

  long applied() {
    return applied.sum();
  }

  long letters() {
    return letters.sum();
  }

  /// Reasons of dead letters, of failed runs and of drops.
  Refusals refusals() {
    return refusals;
  }

  private void run() {
    try {
      while (open) {
        tail.poll(POLL).forEach(this::read);
      }
    } catch (WakeupException e) {
      // closing
    } finally {
      tail.close();
    }
  }

  private void read(ConsumerRecord<byte[], byte[]> record) {
    String topic = record.topic();
    if (topic.equals(topics.deadLetters().name())) {
      letters.increment();
      mark(record);
      for (Header header : record.headers()) {
        if (header.key().endsWith(".cause") && header.value() != null) {
          refusals.met("dead letter: " + new String(header.value(), UTF_8));
        }
      }
    } else if (topic.equals(topics.agents().name())) {
      applied.increment();
    } else if (topic.equals(topics.journal().name())) {
      journal(record);
    } else if (record.value() != null) {
      mark(record);
    }
    if (topic.equals(topics.triggers().name()) || topic.equals(topics.worldEvents().name())) {
      gateway(record);
    }
  }

  private void mark(ConsumerRecord<byte[], byte[]> record) {
    if (record.value() != null) {
      Matcher matcher = MARK.matcher(new String(record.value(), UTF_8));
      while (matcher.find()) {
        marks.add(matcher.group());
      }
    }
  }

  private void gateway(ConsumerRecord<byte[], byte[]> record) {
    if (record.value() != null && new String(record.value(), UTF_8).contains("\"id\":\"ce-")) {
      fromGateway.increment();
    }
  }

  private void journal(ConsumerRecord<byte[], byte[]> record) {
    try {
      JournalEntry entry = topics.journal().value().deserializer().deserialize("", record.value());
      if (entry == null || entry.payload() == null || entry.payload().key() != null) {
        return;
      }
      for (LoopEvent event : Json.read(entry.payload().body(), JournalEntry.Body.class).events()) {
        event(event);
      }
    } catch (RuntimeException e) {
      // A broken record of our own on the journal; nobody folds from it.
      refusals.met("journal: " + e.getMessage());
    }
  }

  private void event(LoopEvent event) {
    if (event instanceof LoopEvent.RunClosed run) {
      closed.increment();
      refusals.met(run.outcome() + ": " + run.summary());
      run.triggers().forEach(trigger -> end(trigger, run.outcome().name()));
    } else if (event instanceof LoopEvent.TriggerDropped dropped) {
      closed.increment();
      refusals.met("dropped: " + dropped.reason());
      end(dropped.trigger(), "dropped " + dropped.reason());
    } else if (event instanceof LoopEvent.Poisoned poisoned) {
      refusals.met("poisoned: " + poisoned.error());
    } else if (event instanceof LoopEvent.Quarantined quarantined) {
      refusals.met("quarantined: " + quarantined.agent());
    }
  }

  private void end(String trigger, String how) {
    if (trigger.startsWith(SANE)) {
      ends.put(trigger, how);
    }
  }

  @Override
  public void close() {
    open = false;
    try {
      thread.join(Duration.ofSeconds(10));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
