package dev.playloop.kit;

import dev.playloop.schemas.topic.Topic;
import java.time.Duration;
import java.util.Collection;
import java.util.List;

/// Creates and checks the topics of the catalogue. Used from one thread.
public final class TopicAdmin implements AutoCloseable {
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

  private TopicAdmin() {}

  public static TopicAdmin connect(KafkaSettings kafka) {
    throw new UnsupportedOperationException("lands shortly");
  }

  /// Creates what is missing, with the broker's default replication; returns the names created.
  public List<String> create(Collection<Topic<?, ?>> topics, Duration timeout)
      throws InterruptedException {
    throw new UnsupportedOperationException("lands shortly");
  }

  public List<State> list(Collection<Topic<?, ?>> topics, Duration timeout)
      throws InterruptedException {
    throw new UnsupportedOperationException("lands shortly");
  }

  /// Throws [MismatchException] with both numbers where a topic is missing or has another number of
  /// partitions than the catalogue says.
  public void verify(Collection<Topic<?, ?>> topics, Duration timeout) throws InterruptedException {
    throw new UnsupportedOperationException("lands shortly");
  }

  @Override
  public void close() {
    throw new UnsupportedOperationException("lands shortly");
  }
}
