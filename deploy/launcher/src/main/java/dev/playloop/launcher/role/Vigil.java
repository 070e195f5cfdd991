package dev.playloop.launcher.role;

import dev.playloop.kit.health.Probe;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Waits by a running system for as long as it lives, and says in a line whenever it can't do its
/// work, and when it can again. Used by one thread.
public final class Vigil {
  private static final Duration LOOK = Duration.ofMillis(500);

  private final BooleanSupplier alive;
  private final Probe probe;
  private final Consumer<String> lines;
  private final Duration look;
  private @Nullable String told;

  public Vigil(BooleanSupplier alive, Probe probe, Consumer<String> lines) {
    this(alive, probe, lines, LOOK);
  }

  Vigil(BooleanSupplier alive, Probe probe, Consumer<String> lines, Duration look) {
    this.alive = alive;
    this.probe = probe;
    this.lines = lines;
    this.look = look;
  }

  /// Returns once it lives no more, after a line that says why; until then it is ended by an
  /// interrupt alone.
  public void keep() throws InterruptedException {
    while (alive.getAsBoolean()) {
      look();
      Thread.sleep(look);
    }
    String why = probe.problem();
    lines.accept("stopped: " + (why == null ? "the log says why" : why));
  }

  private void look() {
    String problem = probe.problem();
    if (problem != null && told == null) {
      lines.accept("not ready: " + problem);
    } else if (problem == null && told != null) {
      lines.accept("ready again");
    }
    told = problem;
  }
}
