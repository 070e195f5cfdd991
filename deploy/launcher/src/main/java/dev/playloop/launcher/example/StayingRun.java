package dev.playloop.launcher.example;

import dev.playloop.launcher.LocalOptions;
import dev.playloop.launcher.LocalSystem;
import dev.playloop.launcher.role.Vigil;
import java.io.PrintWriter;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Plays one example on a local system, with a page beside it, and leaves both there for who wants
/// to look at what came of it. Used by one thread.
///
/// @param out for people
public record StayingRun(ExampleRun run, PrintWriter out) {
  /// Opens something beside a system that runs; it is closed before that.
  @FunctionalInterface
  public interface Beside {
    Page open(LocalSystem system) throws InterruptedException;
  }

  /// Where people look.
  public interface Page extends AutoCloseable {
    String line();

    @Override
    void close();
  }

  /// Starts a system, plays, and stays until the thread is interrupted. Returns what came of the
  /// play, as [ExampleRun#on] does; 1 also where the system stops by itself.
  public int on(LocalOptions options, boolean watched, Beside beside) throws InterruptedException {
    say("starting broker, database, workers and model …");
    try (LocalSystem system = LocalSystem.start(options)) {
      system.places().forEach(this::say);
      try (Page page = beside.open(system)) {
        say(page.line());
        int code = run.on(system, watched);
        say("the system stays; Ctrl-C stops it");
        return stay(system, code);
      }
    } finally {
      say(again(options.data()));
    }
  }

  private int stay(LocalSystem system, int code) {
    try {
      new Vigil(system::isAlive, system::problem, this::say).keep();
      return 1;
    } catch (InterruptedException e) {
      return code; // who looks has seen enough
    }
  }

  /// How to look at the same journal again.
  public static String again(@Nullable Path data) {
    return data == null
        ? "its journal is gone; with --data DIR it is kept, and './playloop console --data DIR' opens"
            + " it again"
        : "the same journal again: ./playloop console --data " + data;
  }

  private void say(String line) {
    out.println(line);
    out.flush();
  }
}
