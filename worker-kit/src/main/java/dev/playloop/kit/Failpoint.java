package dev.playloop.kit;

import dev.playloop.settings.InvalidSettingException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// A named place at which a crash is worth trying. Does nothing, unless the system property
/// `playloop.failpoint` names it as `name:nth`: then the process dies the `nth` time that any
/// thread gets there, as suddenly as by `kill -9`. CONTRIBUTING lists the places. Thread-safe.
public final class Failpoint {
  public static final String PROPERTY = "playloop.failpoint";

  /// What a process that was killed exits with.
  public static final int EXIT = 137;

  private static final @Nullable Armed ARMED = armed(System.getProperty(PROPERTY));

  private Failpoint() {}

  public static void reach(String name) {
    if (ARMED != null && ARMED.name.equals(name) && ARMED.left.decrementAndGet() == 0) {
      Runtime.getRuntime().halt(EXIT);
    }
  }

  private record Armed(String name, AtomicInteger left) {}

  private static @Nullable Armed armed(@Nullable String text) {
    if (text == null) {
      return null;
    }
    int colon = text.lastIndexOf(':');
    if (colon < 1 || !text.substring(colon + 1).matches("[1-9][0-9]{0,5}")) {
      throw new InvalidSettingException(
          PROPERTY + " must be name:nth such as commit.sent:1, not '" + text + "'");
    }
    return new Armed(
        text.substring(0, colon), new AtomicInteger(Integer.parseInt(text.substring(colon + 1))));
  }
}
