package dev.playloop.kit.topic;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.errors.TimeoutException;

/// Waits for a broker's word that a record is stored, and not for ever. A producer's
/// `delivery.timeout.ms` does not bound that by itself: one that has no id yet asks for one first,
/// and where no broker that it reaches can give it one, as within a zone that is cut off, Kafka's
/// client (4.3) asks without end and keeps no record's time meanwhile. Stateless.
public final class Acks {
  /// Longer than producers of ours try by themselves ([Clients#plain]).
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private Acks() {}

  /// Throws as [Future#get] does, with Kafka's own [TimeoutException] as the cause where nobody has
  /// said anything in time: the record may be stored, then or later.
  public static <T> T await(Future<T> sent) throws ExecutionException, InterruptedException {
    return await(sent, LIMIT);
  }

  static <T> T await(Future<T> sent, Duration limit)
      throws ExecutionException, InterruptedException {
    try {
      return sent.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (java.util.concurrent.TimeoutException e) {
      throw new ExecutionException(
          new TimeoutException(
              "no broker has said within " + limit.toSeconds() + " s that the record is stored",
              e));
    }
  }

  /// What was sent and not stored by then is given up.
  public static void close(Producer<?, ?> producer) {
    producer.close(LIMIT);
  }
}
