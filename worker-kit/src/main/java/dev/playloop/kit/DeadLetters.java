package dev.playloop.kit;

import dev.playloop.schemas.topic.Topic;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/// Reads the topic `dead-letters` and sends letters back. Used from one thread.
public final class DeadLetters implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(100);
  private static final String REDRIVEN = Letters.PREFIX + "redriven";

  private final Topic<byte[], byte[]> topic;
  private final Consumer<byte[], byte[]> consumer;
  private final Producer<byte[], byte[]> producer;

  /// What became of one letter: sent back, or why not.
  public record Redriven(DeadLetter letter, boolean sent, String reason) {}

  private DeadLetters(KafkaSettings kafka) {
    topic = kafka.topics().deadLetters();
    consumer = Clients.reader(kafka, topic);
    producer = Clients.plain(kafka, List.of(topic));
  }

  public static DeadLetters open(KafkaSettings kafka) {
    return new DeadLetters(kafka);
  }

  /// At most `max` letters, newest first. Throws Kafka's TimeoutException where no broker answers
  /// within `timeout`.
  public List<DeadLetter> list(int max, Duration timeout) {
    List<TopicPartition> partitions =
        IntStream.range(0, topic.partitions())
            .mapToObj(number -> new TopicPartition(topic.name(), number))
            .toList();
    Map<TopicPartition, Long> begins = consumer.beginningOffsets(partitions, timeout);
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions, timeout);
    List<DeadLetter> letters = new ArrayList<>();
    for (TopicPartition partition : partitions) {
      letters.addAll(
          newest(
              partition,
              begins.getOrDefault(partition, 0L),
              ends.getOrDefault(partition, 0L),
              max,
              timeout));
    }
    letters.sort(Comparator.comparing(DeadLetter::at).reversed());
    return List.copyOf(letters.subList(0, Math.min(max, letters.size())));
  }

  /// The letter of that name, if it is still kept.
  public Optional<DeadLetter> find(DeadLetter.Id id, Duration timeout) {
    TopicPartition partition = new TopicPartition(topic.name(), id.partition());
    long end = consumer.endOffsets(List.of(partition), timeout).getOrDefault(partition, 0L);
    if (id.offset() < 0 || id.offset() >= end) {
      return Optional.empty();
    }
    return read(partition, id.offset(), id.offset() + 1, timeout).stream()
        .filter(letter -> letter.id().equals(id))
        .findFirst();
  }

  /// Sends original key, value and headers to the original topic and partition again. `allowed`
  /// refuses what must not be done any more (past its `notAfter`).
  public List<Redriven> redrive(List<DeadLetter> letters, Predicate<DeadLetter> allowed) {
    List<Redriven> all = new ArrayList<>(letters.size());
    for (DeadLetter letter : letters) {
      all.add(redrive(letter, allowed));
    }
    return all;
  }

  @Override
  public void close() {
    consumer.close();
    producer.close();
  }

  private Redriven redrive(DeadLetter letter, Predicate<DeadLetter> allowed) {
    if (Letters.get(letter.headers(), Letters.CUT) != null) {
      return new Redriven(letter, false, "it was too large to be kept whole");
    }
    if (letter.topic().isEmpty()) {
      return new Redriven(letter, false, "it does not say which topic it came from");
    }
    if (!allowed.test(letter)) {
      return new Redriven(letter, false, "it is past its time, or not allowed");
    }
    Headers headers = new RecordHeaders();
    for (Header header : letter.headers()) {
      if (!Letters.OWN.contains(header.key()) && !header.key().equals(REDRIVEN)) {
        headers.add(header);
      }
    }
    headers.add(REDRIVEN, letter.id().toString().getBytes(StandardCharsets.UTF_8));
    Integer partition = letter.partition() < 0 ? null : letter.partition();
    try {
      producer
          .send(
              new ProducerRecord<>(
                  letter.topic(), partition, letter.key(), letter.value(), headers))
          .get();
      return new Redriven(letter, true, "sent to " + letter.topic());
    } catch (ExecutionException e) {
      return new Redriven(letter, false, Letters.text(e.getCause() == null ? e : e.getCause()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Redriven(letter, false, "interrupted");
    }
  }

  /// Transaction markers take offsets too, so the window grows until it holds enough letters.
  private List<DeadLetter> newest(
      TopicPartition partition, long begin, long end, int max, Duration timeout) {
    for (long window = 2L * max + 2; true; window *= 4) {
      long from = Math.max(begin, end - window);
      List<DeadLetter> letters = read(partition, from, end, timeout);
      if (letters.size() >= max || from == begin) {
        return letters;
      }
    }
  }

  private List<DeadLetter> read(TopicPartition partition, long from, long to, Duration timeout) {
    consumer.assign(List.of(partition));
    consumer.seek(partition, from);
    List<DeadLetter> letters = new ArrayList<>();
    long deadline = System.nanoTime() + timeout.toNanos();
    while (consumer.position(partition, timeout) < to) {
      if (System.nanoTime() > deadline) {
        throw new TimeoutException("reading " + partition + " took longer than " + timeout);
      }
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
        letters.add(letter(record));
      }
    }
    return letters;
  }

  private static DeadLetter letter(ConsumerRecord<byte[], byte[]> record) {
    Headers headers = record.headers();
    return new DeadLetter(
        new DeadLetter.Id(record.partition(), record.offset()),
        header(headers, Letters.TOPIC, ""),
        (int) number(headers, Letters.PARTITION),
        number(headers, Letters.OFFSET),
        header(headers, Letters.CAUSE, "unknown"),
        header(headers, Letters.ROLE, "unknown"),
        Instant.ofEpochMilli(record.timestamp()),
        Letters.get(headers, Letters.INPUT),
        record.key(),
        record.value(),
        headers);
  }

  /// -1 where there is none, or what stands there is no number: letters are written by others too.
  private static long number(Headers headers, String name) {
    try {
      return Long.parseLong(header(headers, name, "-1"));
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  private static String header(Headers headers, String name, String otherwise) {
    String value = Letters.get(headers, name);
    return value == null ? otherwise : value;
  }
}
