package dev.playloop.kit.topic;

import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.jspecify.annotations.Nullable;

/// Why the brokers work with a role no more: what no retry mends, and only somebody who changes its
/// name or its rights. All roles end by it, in the same words. Any lack of rights counts, that to
/// the cluster as a whole too: what is refused once is refused until an administrator allows it.
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
    if (cause(failure, FencedInstanceIdException.class) != null) {
      return ANOTHER_OF_THIS_NAME;
    }
    AuthorizationException refused = cause(failure, AuthorizationException.class);
    return refused == null
        ? null
        : refused.getMessage() + ": give its principal the rights of its role";
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
