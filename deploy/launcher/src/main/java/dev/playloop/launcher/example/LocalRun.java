package dev.playloop.launcher.example;

import dev.playloop.launcher.LocalOptions;
import dev.playloop.launcher.LocalSystem;
import dev.playloop.launcher.role.Vigil;
import dev.playloop.launcher.watch.Shell;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Plays one example on a local system of its own, with a page beside it, and, where people asked
/// for that, leaves both there for who wants to look at what came of it. Used by one thread.
///
/// @param lines are told where it is, each
/// @param stays whether system and page stay behind the play, until the thread is interrupted
public record LocalRun(ExampleRun run, Consumer<String> lines, Beside beside, boolean stays) {
  /// Opens something beside a system that runs; it is closed before that.
  @FunctionalInterface
  public interface Beside {
    Page open(LocalSystem system) throws InterruptedException;
  }

  /// Where people look.
  public interface Page extends AutoCloseable {
    /// Where a person gets in, once; empty where no page is open.
    Optional<String> door();

    @Override
    void close();
  }

  /// Starts a system, plays, and closes it. Returns 0 where everything was as expected, else 1; 1
  /// also where a system that was to stay stops by itself.
  ///
  /// @param watched whether people watch its game in a browser
  public int on(LocalOptions options, boolean watched) throws InterruptedException {
    Instant began = Instant.now();
    String again = null;
    lines.accept("starting broker, database, workers and model …");
    try (LocalSystem system = LocalSystem.start(options)) {
      lines.accept("started in " + since(began));
      system.places().forEach(lines);
      try (Page page = beside.open(system)) {
        page.door().map(this::invitation).ifPresent(lines);
        int code = run.on(system, watched);
        return stays ? stay(system, code) : code;
      } finally {
        again = again(system, options.data());
      }
    } finally {
      lines.accept("stopped after " + since(began));
      if (again != null) {
        lines.accept(again);
      }
    }
  }

  private String invitation(String door) {
    return (stays ? "look at it: " : "look at it while it runs: ") + door;
  }

  private int stay(LocalSystem system, int code) {
    lines.accept("the system stays; Ctrl-C stops it");
    try {
      new Vigil(system::isAlive, system::problem, lines).keep();
      return 1;
    } catch (InterruptedException e) {
      return code; // who looks has seen enough
    }
  }

  /// How to look at the same journal again.
  private static String again(LocalSystem system, @Nullable Path data) {
    return data == null
        ? LastRun.keep(system)
        : "the same journal again: ./playloop console --data " + Shell.quoted(data.toString());
  }

  private static String since(Instant began) {
    return String.format(
        Locale.ROOT, "%.1f s", Duration.between(began, Instant.now()).toMillis() / 1e3);
  }
}
