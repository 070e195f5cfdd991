package dev.playloop.testkit;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.BeforeTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/// Remembers what failed, as long as its JVM lives: Surefire tries again in the same one.
final class GuaranteeExtension implements BeforeTestExecutionCallback, AfterTestExecutionCallback {
  private static final Map<String, Throwable> BROKEN = new ConcurrentHashMap<>();

  @Override
  public void beforeTestExecution(ExtensionContext context) {
    Throwable first = BROKEN.get(context.getUniqueId());
    if (first != null) {
      throw new AssertionError("a guarantee that was broken once is broken: " + first, first);
    }
  }

  @Override
  public void afterTestExecution(ExtensionContext context) {
    context
        .getExecutionException()
        .filter(failure -> !ranOut(failure))
        .ifPresent(failure -> BROKEN.putIfAbsent(context.getUniqueId(), failure));
  }

  /// Whether only a wait did: a machine that stood still explains that.
  static boolean ranOut(@Nullable Throwable failure) {
    int deep = 0;
    for (Throwable each = failure; each != null && deep < 20; each = each.getCause()) {
      if (each instanceof Await.InVain
          || each instanceof TimeoutException
          || each instanceof org.apache.kafka.common.errors.TimeoutException) {
        return true;
      }
      deep++;
    }
    return false;
  }
}
