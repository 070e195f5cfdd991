package dev.playloop.kit.topic;

import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.jspecify.annotations.Nullable;

/// Why the brokers work with a role no more: what only somebody mends who changes its name or its
/// rights. What a consumer's group is refused ends each role, in the same words; the projector,
/// whose threads can be replaced, goes on for half a minute first. Any lack of rights counts, that
/// to the cluster as a whole too: what is refused is refused until an administrator allows it.
public final class Dismissal {
  private static final String ANOTHER_OF_THIS_NAME =
      "another process has taken its place under the same PLAYLOOP_INSTANCE: give each of a role a"
          + " name of its own";

  /// Causes may go round in a circle.
  private static final int DEEPEST = 30;

  private Dismissal() {}

  /// In words for the operator, looked for in what caused the failure as well; null where it is
  /// none.
  public static @Nullable String of(Throwable failure) {
    if (isFenced(failure)) {
      return ANOTHER_OF_THIS_NAME;
    }
    AuthorizationException refused = cause(failure, AuthorizationException.class);
    return refused == null
        ? null
        : refused.getMessage() + ": give its principal the rights of its role";
  }

  /// Whether another has its name.
  public static boolean isFenced(Throwable failure) {
    return cause(failure, FencedInstanceIdException.class) != null;
  }

  private static <T extends Throwable> @Nullable T cause(Throwable failure, Class<T> type) {
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < DEEPEST; depth++) {
      if (type.isInstance(cause)) {
        return type.cast(cause);
      }
      cause = cause.getCause();
    }
    return null;
  }
}
