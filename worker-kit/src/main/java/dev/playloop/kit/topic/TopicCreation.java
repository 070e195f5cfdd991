package dev.playloop.kit.topic;

import dev.playloop.schemas.topic.Topic;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Creates topics of the catalogue that a cluster lacks. A cluster that is starting answers late,
/// and has fewer brokers at first than a topic wants copies: it is asked again, with a line in the
/// log, until the deadline. Used from one thread.
final class TopicCreation {
  private static final Logger LOG = LoggerFactory.getLogger(TopicCreation.class);
  private static final int AGAIN_MILLIS = 250;

  private final Admin admin;
  private final String bootstrap;

  /// @param bootstrap as it is told where it is waited for
  TopicCreation(Admin admin, String bootstrap) {
    this.admin = admin;
    this.bootstrap = bootstrap;
  }

  /// Returns those that it made; others are there meanwhile.
  ///
  /// @param deadline by [System#nanoTime()]
  List<Topic<?, ?>> create(List<Topic<?, ?>> missing, long deadline) throws InterruptedException {
    if (missing.isEmpty()) {
      return List.of();
    }
    List<Topic<?, ?>> created = new ArrayList<>();
    List<Topic<?, ?>> left = missing;
    while (true) {
      left = tried(left, created, deadline);
      if (left.isEmpty()) {
        break;
      }
      TimeUnit.MILLISECONDS.sleep(AGAIN_MILLIS);
    }
    awaitLeaders(missing, deadline);
    LOG.info("created {} topics", created.size());
    return created;
  }

  /// Returns those that are to be asked for again.
  private List<Topic<?, ?>> tried(
      List<Topic<?, ?>> wanted, List<Topic<?, ?>> created, long deadline)
      throws InterruptedException {
    Map<String, KafkaFuture<Void>> answers =
        admin.createTopics(wanted.stream().map(TopicCreation::asNew).toList()).values();
    List<Topic<?, ?>> again = new ArrayList<>();
    Throwable reason = null;
    for (Topic<?, ?> topic : wanted) {
      try {
        Objects.requireNonNull(answers.get(topic.name())).get();
        created.add(topic);
      } catch (ExecutionException e) {
        if (e.getCause() instanceof TopicExistsException) {
          continue;
        }
        if (!passes(e.getCause()) || System.nanoTime() > deadline) {
          throw refused(topic, e.getCause());
        }
        again.add(topic);
        reason = e.getCause();
      }
    }
    if (reason != null) {
      LOG.warn("waiting for Kafka at {}: {}", bootstrap, reason.getMessage());
    }
    return again;
  }

  private static NewTopic asNew(Topic<?, ?> topic) {
    return new NewTopic(topic.name(), Optional.of(topic.partitions()), Optional.empty())
        .configs(topic.config());
  }

  private static boolean passes(@Nullable Throwable cause) {
    return cause instanceof RetriableException
        || cause instanceof InvalidReplicationFactorException;
  }

  /// An outage stays one, so that a worker that is starting waits instead of dying.
  private static RuntimeException refused(Topic<?, ?> topic, @Nullable Throwable cause) {
    String what =
        "can't create topic " + topic.name() + (cause == null ? "" : ": " + cause.getMessage());
    return cause instanceof RetriableException
        ? new TimeoutException(what, cause)
        : new IllegalStateException(what, cause);
  }

  /// Waits until every new partition has a leader at work. A producer that is faster can get stuck:
  /// of two batches in flight the first is refused by a broker that does not lead yet, the second
  /// lands, and the first is then out of order until it expires after two minutes.
  private void awaitLeaders(List<Topic<?, ?>> created, long deadline) throws InterruptedException {
    Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
    for (Topic<?, ?> topic : created) {
      for (int partition = 0; partition < topic.partitions(); partition++) {
        ends.put(new TopicPartition(topic.name(), partition), OffsetSpec.latest());
      }
    }
    while (true) {
      try {
        admin.listOffsets(ends).all().get();
        return;
      } catch (ExecutionException e) {
        if (!(e.getCause() instanceof RetriableException) || System.nanoTime() > deadline) {
          throw new IllegalStateException("the new topics have no leaders yet", e.getCause());
        }
      }
    }
  }
}
