package dev.playloop.kit.topic;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.Letters;
import dev.playloop.schemas.topic.LetterHeaders;
import dev.playloop.schemas.topic.Topic;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
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

/// Reads the topic `dead-letters` and sends letters back. Whoever may write to a topic can make as
/// many letters as they like, each as large as a record may be: a letter is let go as soon as it is
/// read, but for what the caller keeps of it. Used from one thread.
public final class DeadLetters implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(100);
  private static final String REDRIVEN = "playloop.redriven";
  private static final String BY = "playloop.redriven.by";
  private static final Set<String> OURS = Set.of(REDRIVEN, BY);

  private final Topic<byte[], byte[]> topic;
  private final Consumer<byte[], byte[]> consumer;
  private final Producer<byte[], byte[]> producer;
  private final Duration silence;

  /// What became of one letter: sent back, or why not.
  public record Redriven(DeadLetter letter, boolean sent, String reason) {}

  DeadLetters(
      Topic<byte[], byte[]> topic,
      Consumer<byte[], byte[]> consumer,
      Producer<byte[], byte[]> producer,
      Duration silence) {
    this.topic = topic;
    this.consumer = consumer;
    this.producer = producer;
    this.silence = silence;
  }

  /// Whatever reads throws Kafka's TimeoutException where nothing comes for as long as `silence`.
  public static DeadLetters open(KafkaSettings kafka, Duration silence) {
    Topic<byte[], byte[]> topic = kafka.topics().deadLetters();
    return new DeadLetters(
        topic,
        Clients.reader(kafka, List.of(topic), Clients.FEW_AT_ONCE),
        Clients.plain(kafka, List.of(topic)),
        silence);
  }

  /// What `kept` takes of each letter that is `wanted`: of at most `max`, newest first.
  public <T> List<T> list(int max, Predicate<DeadLetter> wanted, Function<DeadLetter, T> kept) {
    List<TopicPartition> partitions =
        IntStream.range(0, topic.partitions())
            .mapToObj(number -> new TopicPartition(topic.name(), number))
            .toList();
    Map<TopicPartition, Long> begins = consumer.beginningOffsets(partitions, silence);
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions, silence);
    NavigableMap<DeadLetter.Place, T> newest = new TreeMap<>();
    Predicate<DeadLetter> take =
        letter -> {
          if (!wanted.test(letter)) {
            return false;
          }
          newest.put(letter.place(), kept.apply(letter));
          if (newest.size() > max) {
            newest.pollLastEntry();
          }
          return true;
        };
    for (TopicPartition partition : partitions) {
      long begin = begins.getOrDefault(partition, 0L);
      readBackwards(partition, begin, ends.getOrDefault(partition, 0L), max, take);
    }
    return List.copyOf(newest.values());
  }

  /// The letter of that name, if it is still kept.
  public Optional<DeadLetter> find(DeadLetter.Id id) {
    if (id.partition() < 0 || id.partition() >= topic.partitions()) {
      return Optional.empty();
    }
    TopicPartition partition = new TopicPartition(topic.name(), id.partition());
    long end = consumer.endOffsets(List.of(partition), silence).getOrDefault(partition, 0L);
    if (id.offset() < 0 || id.offset() >= end) {
      return Optional.empty();
    }
    List<DeadLetter> found = new ArrayList<>(1);
    read(partition, id.offset(), id.offset() + 1, found::add);
    return found.stream().findFirst();
  }

  /// Sends original key, value and headers to the original topic and partition again, and beside
  /// them which letter it was and who said so. `allowed` refuses what must not be done any more
  /// (past its `notAfter`).
  ///
  /// @param by the name of who sends it back
  public Redriven redrive(DeadLetter letter, String by, Predicate<DeadLetter> allowed) {
    if (Letters.get(letter.headers(), LetterHeaders.CUT) != null) {
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
      if (!LetterHeaders.ALL.contains(header.key()) && !OURS.contains(header.key())) {
        headers.add(header);
      }
    }
    headers.add(REDRIVEN, letter.id().toString().getBytes(StandardCharsets.UTF_8));
    headers.add(BY, by.getBytes(StandardCharsets.UTF_8));
    Integer partition = letter.partition() < 0 ? null : letter.partition();
    try {
      Acks.await(
          producer.send(
              new ProducerRecord<>(
                  letter.topic(), partition, letter.key(), letter.value(), headers)));
      return new Redriven(letter, true, "sent to " + letter.topic());
    } catch (ExecutionException e) {
      return new Redriven(letter, false, Letters.text(e.getCause() == null ? e : e.getCause()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Redriven(letter, false, "interrupted");
    }
  }

  @Override
  public void close() {
    consumer.close();
    Acks.close(producer);
  }

  /// Goes back from the end until `max` are taken: not every letter is, and transaction markers
  /// have offsets too, so each window is larger than the one before.
  private void readBackwards(
      TopicPartition partition, long begin, long end, int max, Predicate<DeadLetter> take) {
    long to = end;
    int taken = 0;
    for (long window = 2L * max + 2; to > begin && taken < max; window *= 4) {
      long from = Math.max(begin, to - window);
      taken += read(partition, from, to, take);
      to = from;
    }
  }

  /// How many were taken. What lies there may take any time to read, as long as it goes on.
  private int read(TopicPartition partition, long from, long to, Predicate<DeadLetter> take) {
    consumer.assign(List.of(partition));
    consumer.seek(partition, from);
    int taken = 0;
    long reached = from;
    long heard = System.nanoTime();
    while (reached < to) {
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
        taken += record.offset() < to && take.test(DeadLetter.of(record)) ? 1 : 0;
      }
      long position = consumer.position(partition, silence);
      if (position > reached) {
        reached = position;
        heard = System.nanoTime();
      } else if (System.nanoTime() - heard > silence.toNanos()) {
        throw new TimeoutException("nothing more came of " + partition + " for " + silence);
      }
    }
    return taken;
  }
}
