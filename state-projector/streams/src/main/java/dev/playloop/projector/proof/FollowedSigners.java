package dev.playloop.projector.proof;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.FollowedTable;
import dev.playloop.schemas.principal.Principal;
import java.time.Duration;
import java.util.function.Function;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;

/// Who has a key, as the topic of principals says now. A key that is not there may have been added
/// a moment ago, so it is looked for once more in all that the topic holds by then. Until the topic
/// was read once whoever asks waits: what an honest gateway signed must not be refused because this
/// process is young. Safe for all threads.
public final class FollowedSigners implements Function<String, @Nullable Principal>, AutoCloseable {
  static final Duration LOOK = Duration.ofSeconds(2);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(200);

  private final FollowedTable<String, Principal> principals;
  private final Duration look;
  private final LookBudget budget;
  private volatile boolean closed;

  private FollowedSigners(FollowedTable<String, Principal> principals, Duration look) {
    this.principals = principals;
    this.look = look;
    this.budget = new LookBudget(look, System::nanoTime);
  }

  /// Starts without blocking.
  public static FollowedSigners start(KafkaSettings kafka) {
    return start(kafka, LOOK);
  }

  /// `look`: for how long a broker may take to tell all that the topic of principals holds.
  public static FollowedSigners start(KafkaSettings kafka, Duration look) {
    return new FollowedSigners(FollowedTable.start(kafka, kafka.topics().principals()), look);
  }

  /// Null where nobody has it. Throws [KafkaException] where it is closed before that is known.
  @Override
  public @Nullable Principal apply(String key) {
    try {
      while (!principals.awaitLoaded(LOOK_AGAIN)) {
        requireOpen();
      }
      Principal known = principals.values().get(key);
      if (known == null && budget.allows()) {
        long began = System.nanoTime();
        principals.awaitCurrent(look);
        budget.took(System.nanoTime() - began);
        known = principals.values().get(key);
      }
      if (known == null) {
        requireOpen(); // else it may have been added since
      }
      return known;
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  private void requireOpen() {
    if (closed) {
      throw new KafkaException("closed before it was known who may sign controls");
    }
  }

  /// Why nobody is known yet, or null where it was read who is.
  public @Nullable String problem() {
    return principals.problem();
  }

  @Override
  public void close() {
    closed = true;
    principals.close();
  }
}
