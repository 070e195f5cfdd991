package dev.playloop.kit.topic;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.schemas.topic.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Creates and checks the topics of the catalogue. While no broker answers it waits and says so,
/// until the given timeout. Used from one thread.
public final class TopicAdmin implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TopicAdmin.class);
  private static final int REQUEST_MILLIS = 5_000;

  private final Admin admin;
  private final String bootstrap;

  /// A topic of the catalogue as the cluster has it; 0 partitions mean that it does not exist.
  public record State(Topic<?, ?> topic, int partitions) {
    public boolean exists() {
      return partitions > 0;
    }

    public boolean matches() {
      return partitions == topic.partitions();
    }
  }

  /// The cluster's partition counts are not the catalogue's.
  public static final class MismatchException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MismatchException(String message) {
      super(message);
    }
  }

  /// @param bootstrap as it is told where nobody answers
  TopicAdmin(Admin admin, String bootstrap) {
    this.admin = admin;
    this.bootstrap = bootstrap;
  }

  public static TopicAdmin connect(KafkaSettings kafka) {
    Map<String, Object> config =
        kafka.plain(
            Map.of(
                "request.timeout.ms",
                String.valueOf(REQUEST_MILLIS),
                "default.api.timeout.ms",
                String.valueOf(REQUEST_MILLIS),
                "enable.metrics.push",
                "false"));
    return new TopicAdmin(
        Admin.create(config), kafka.client().getOrDefault("bootstrap.servers", "?"));
  }

  /// Creates what is missing, with the broker's default replication, and gives those that are there
  /// the sizes and the compression of the catalogue; returns the names created.
  public List<String> create(Collection<Topic<?, ?>> topics, Duration timeout)
      throws InterruptedException {
    List<Topic<?, ?>> missing = new ArrayList<>();
    List<Topic<?, ?>> there = new ArrayList<>();
    for (State state : list(topics, timeout)) {
      (state.exists() ? there : missing).add(state.topic());
    }
    return createAndRenew(missing, there, timeout);
  }

  /// Of what seems to be missing some may be there all the same: the broker that was asked had not
  /// heard of it yet, or somebody else is faster.
  List<String> createAndRenew(List<Topic<?, ?>> missing, List<Topic<?, ?>> there, Duration timeout)
      throws InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    List<Topic<?, ?>> created = new TopicCreation(admin, bootstrap).create(missing, deadline);
    List<Topic<?, ?>> old = new ArrayList<>(there);
    missing.stream().filter(topic -> !created.contains(topic)).forEach(old::add);
    renew(old, deadline);
    return created.stream().map(Topic::name).toList();
  }

  /// A broker that is busy answers late, which is no reason to give up a start.
  private void renew(List<Topic<?, ?>> there, long deadline) throws InterruptedException {
    while (true) {
      try {
        new TopicBounds(admin).renew(there);
        return;
      } catch (RetriableException e) {
        if (System.nanoTime() > deadline) {
          throw e;
        }
        LOG.warn("waiting for Kafka at {}: {}", bootstrap, e.getMessage());
      }
    }
  }

  public List<State> list(Collection<Topic<?, ?>> topics, Duration timeout)
      throws InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    while (true) {
      awaitBroker(deadline);
      try {
        return described(topics);
      } catch (RetriableException e) {
        // It went away meanwhile.
        if (System.nanoTime() > deadline) {
          throw e;
        }
        LOG.warn("waiting for Kafka at {}: {}", bootstrap, e.getMessage());
      }
    }
  }

  private List<State> described(Collection<Topic<?, ?>> topics) throws InterruptedException {
    Map<String, KafkaFuture<TopicDescription>> found =
        admin.describeTopics(topics.stream().map(Topic::name).toList()).topicNameValues();
    List<State> states = new ArrayList<>();
    for (Topic<?, ?> topic : topics) {
      states.add(new State(topic, partitions(topic, found.get(topic.name()))));
    }
    return states;
  }

  /// Throws [MismatchException] with both numbers where a topic is missing or has another number of
  /// partitions than the catalogue says.
  public void verify(Collection<Topic<?, ?>> topics, Duration timeout) throws InterruptedException {
    List<String> wrong = new ArrayList<>();
    for (State state : list(topics, timeout)) {
      String name = state.topic().name();
      int expected = state.topic().partitions();
      if (!state.exists()) {
        wrong.add(name + " does not exist (" + expected + " partitions expected)");
      } else if (!state.matches()) {
        wrong.add(
            "%s has %d partitions, %d expected".formatted(name, state.partitions(), expected));
      }
    }
    if (!wrong.isEmpty()) {
      throw new MismatchException(
          String.join("; ", wrong)
              + ". Create what is missing with `playloop topics create`, or set"
              + " PLAYLOOP_PARTITIONS to the cluster's number; the number of an existing topic must"
              + " not be changed, as keys would move.");
    }
  }

  /// As [#verify], but waits for as long as the cluster does not answer within `each`, with a line
  /// in the log for every try.
  public static void await(KafkaSettings kafka, Collection<Topic<?, ?>> topics, Duration each)
      throws InterruptedException {
    while (true) {
      try (TopicAdmin admin = connect(kafka)) {
        admin.verify(topics, each);
        return;
      } catch (RetriableException e) {
        LOG.atWarn()
            .addKeyValue("bootstrap", kafka.client().get("bootstrap.servers"))
            .log("waiting for Kafka: {}", e.getMessage());
        if (Thread.interrupted()) {
          throw new InterruptedException("stopped while waiting for Kafka");
        }
      }
    }
  }

  @Override
  public void close() {
    admin.close(Duration.ofSeconds(1));
  }

  private void awaitBroker(long deadline) throws InterruptedException {
    while (true) {
      long left = deadline - System.nanoTime();
      try {
        admin.describeCluster().nodes().get(Math.max(1, left), TimeUnit.NANOSECONDS);
        return;
      } catch (ExecutionException e) {
        if (e.getCause() instanceof AuthenticationException refused) {
          throw refused;
        }
        if (!(e.getCause() instanceof RetriableException) || left <= 0) {
          throw new TimeoutException("no answer from Kafka at " + bootstrap, e.getCause());
        }
        LOG.warn("waiting for Kafka at {}: {}", bootstrap, e.getCause().getMessage());
      } catch (java.util.concurrent.TimeoutException e) {
        throw new TimeoutException("no answer from Kafka at " + bootstrap, e);
      }
    }
  }

  private static int partitions(Topic<?, ?> topic, @Nullable KafkaFuture<TopicDescription> found)
      throws InterruptedException {
    if (found == null) {
      return 0;
    }
    try {
      return found.get().partitions().size();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException) {
        return 0;
      }
      if (e.getCause() instanceof AuthorizationException refused) {
        throw new MismatchException(
            "not authorized to describe "
                + topic.name()
                + " ("
                + refused.getMessage()
                + "). Every role needs DESCRIBE on all topics of the prefix; docs/operations.md has"
                + " the table of rights.");
      }
      throw unreadable(topic, e.getCause());
    }
  }

  /// An outage stays one, so that a worker that is starting waits instead of dying.
  static RuntimeException unreadable(Topic<?, ?> topic, @Nullable Throwable cause) {
    String what = "can't read the state of " + topic.name();
    return cause instanceof RetriableException
        ? new TimeoutException(what + ": " + cause.getMessage(), cause)
        : new IllegalStateException(what, cause);
  }
}
