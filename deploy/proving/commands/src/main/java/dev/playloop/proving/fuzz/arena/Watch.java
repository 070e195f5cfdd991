package dev.playloop.proving.fuzz.arena;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.playloop.journal.JournalReader;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.TopicReader;
import dev.playloop.kit.topic.TopicReading;
import dev.playloop.projector.edge.Placement;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.journal.JournalEntry;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.topic.JournalHeaders;
import dev.playloop.schemas.topic.Topics;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.header.Header;
import tools.jackson.databind.JsonNode;

/// Reads along what the system writes: how runs end, what becomes a dead letter, and what comes in.
/// Its own thread reads; all others ask.
public final class Watch implements AutoCloseable {
  private static final String ANYBODY = "topics";
  private static final Duration POLL = Duration.ofMillis(100);

  /// A number of as many digits each time: those that a break puts behind it name no other input.
  private static final Pattern MARK = Pattern.compile("(?:rows-[a-z]+|file)-[0-9]{9}");

  /// What only a fault of ours says; the last is the net below the readers of replies, which know
  /// each shape by themselves.
  private static final List<String> BUGS =
      List.of("\"bug: ", "\"code\":\"bug\"", "with a body of an unknown shape (");

  /// How a sane trigger begins its id.
  public static final String SANE = "sane-";

  private final Topics topics;

  /// Agents whose records nobody breaks, with the surface that they serve.
  private final Map<String, String> sane = new HashMap<>();

  private final Findings findings;
  private final TopicReader tail;
  private final Thread thread;
  private final Map<String, String> ends = new ConcurrentHashMap<>();
  private final LongAdder closed = new LongAdder();
  private final LongAdder fromGateway = new LongAdder();
  private final LongAdder applied = new LongAdder();
  private final LongAdder letters = new LongAdder();
  private final LongAdder entries = new LongAdder();
  private final Map<String, Refusals> refusals = new ConcurrentHashMap<>();
  private final Set<String> marks = ConcurrentHashMap.newKeySet();
  private volatile boolean open = true;

  Watch(KafkaSettings kafka, Cast cast, Findings findings) {
    this.topics = kafka.topics();
    this.findings = findings;
    cast.thinkers()
        .forEach((surface, agents) ->
            agents.forEach(config -> sane.put(config.agent().value(), surface)));
    cast.witnesses().forEach(config -> sane.put(config.agent().value(), "check"));
    this.tail =
        TopicReading.of(
                kafka,
                List.of(
                    topics.journal(),
                    topics.deadLetters(),
                    topics.triggers(),
                    topics.worldEvents(),
                    topics.agents(),
                    topics.worlds()))
            .prompt()
            .fromEnd();
    this.thread = Thread.ofPlatform().name("fuzz-watch").daemon().start(this::run);
  }

  /// Sane triggers that have ended, with their outcome.
  public Map<String, String> ends() {
    return ends;
  }

  /// All runs that were closed and triggers that were dropped.
  public long closed() {
    return closed.sum();
  }

  /// Records of events that came over HTTP.
  public long fromGateway() {
    return fromGateway.sum();
  }

  /// What an input of that kind is seen by on its topic.
  public static String mark(String kind, long number) {
    return "%s-%09d".formatted(kind, number);
  }

  /// Whether an event, a config or a dead letter with this mark came in.
  public boolean saw(String mark) {
    return marks.contains(mark);
  }

  long applied() {
    return applied.sum();
  }

  public long letters() {
    return letters.sum();
  }

  /// Entries of the loop's journal that a second JSON library has read.
  public long entries() {
    return entries.sum();
  }

  /// Reasons of dead letters, of failed runs and of drops that belong to that surface; what belongs
  /// to none is of the topics.
  public Refusals refusals(String surface) {
    return refusals.computeIfAbsent(surface, _ -> new Refusals());
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
      String surface = surface(record);
      if (!surface.equals(ANYBODY)) {
        findings.add(surface, 0, "a sound record became a dead letter", record.value());
      }
      for (Header header : record.headers()) {
        if (header.key().endsWith(".cause") && header.value() != null) {
          refusals(surface).met("dead letter: " + new String(header.value(), UTF_8));
        }
      }
    } else if (topic.equals(topics.agents().name())) {
      applied.increment();
      mark(record);
    } else if (topic.equals(topics.journal().name())) {
      journal(record);
    } else if (record.value() != null) {
      mark(record);
    }
    if (topic.equals(topics.triggers().name()) || topic.equals(topics.worldEvents().name())) {
      gateway(record);
    }
  }

  private String surface(ConsumerRecord<byte[], byte[]> record) {
    if (record.key() == null) {
      return ANYBODY;
    }
    // An action's lane begins with its agent too.
    String key = new String(record.key(), UTF_8);
    int colon = key.indexOf(':');
    return sane.getOrDefault(colon < 0 ? key : key.substring(0, colon), ANYBODY);
  }

  private void mark(ConsumerRecord<byte[], byte[]> record) {
    if (record.value() != null) {
      String text = new String(record.value(), UTF_8);
      if (text.contains("rows-") || text.contains("file-")) {
        MARK.matcher(text).results().forEach(mark -> marks.add(mark.group()));
      }
    }
  }

  private void gateway(ConsumerRecord<byte[], byte[]> record) {
    // What another surface put on the wrong partition as a CloudEvent is written again like this.
    if (record.headers().lastHeader(Placement.REPUBLISHED) == null
        && record.value() != null
        && new String(record.value(), UTF_8).contains("\"id\":\"ce-")) {
      fromGateway.increment();
    }
  }

  private void journal(ConsumerRecord<byte[], byte[]> record) {
    readAsAStranger(record);
    try {
      if (!JournalReader.isPlain(record.value())) {
        return;
      }
      String surface = surface(record);
      Refusals met = refusals(surface);
      String text = new String(record.value(), UTF_8);
      if (!surface.equals(ANYBODY)) {
        if (BUGS.stream().anyMatch(text::contains)) {
          findings.add(surface, 0, "a bug of ours", text.getBytes(UTF_8));
        }
        said(text, met);
      }
      for (LoopEvent event : Json.read(text, JournalEntry.Body.class).events()) {
        event(event, met);
      }
    } catch (RuntimeException e) {
      // A broken record of our own on the journal; nobody folds from it.
      refusals(ANYBODY).met("journal: " + e.getMessage());
    }
  }

  /// Only the loop's records have an envelope: those of the fuzzer have none.
  private void readAsAStranger(ConsumerRecord<byte[], byte[]> record) {
    Header envelope = record.headers().lastHeader(JournalHeaders.ENVELOPE);
    if (envelope == null) {
      return;
    }
    strange("envelope", envelope.value());
    if (record.value() != null) {
      strange("value", record.value());
    }
    entries.increment();
  }

  private void strange(String part, byte[] bytes) {
    String problem = SecondReader.problem(bytes);
    if (problem != null) {
      findings.add("journal", 0, "an entry's " + part + " is no JSON: " + problem, bytes);
    }
  }

  /// How actions and turns were refused.
  private static void said(String body, Refusals met) {
    JsonNode input = Json.tree(body).path("input");
    for (JsonNode code : input.findValues("code")) {
      met.met("code " + code);
    }
    for (JsonNode failure : input.findValues("failure")) {
      met.met("failure " + failure);
    }
  }

  private void event(LoopEvent event, Refusals refusals) {
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
