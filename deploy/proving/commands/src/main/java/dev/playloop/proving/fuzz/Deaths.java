package dev.playloop.proving.fuzz;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Counts threads of the system's roles that have ended, whatever became of them afterwards: a
/// thread that is replaced has another identity. Used from one thread.
final class Deaths {
  private final Set<Thread> alive = new HashSet<>();

  Deaths() {
    ended();
  }

  /// The names of those that have ended since the last call.
  List<String> ended() {
    List<String> ended = alive.stream().filter(t -> !t.isAlive()).map(Thread::getName).toList();
    alive.removeIf(thread -> !thread.isAlive());
    Thread.getAllStackTraces().keySet().stream().filter(Deaths::isOfARole).forEach(alive::add);
    return ended;
  }

  int count() {
    return alive.size();
  }

  private static boolean isOfARole(Thread thread) {
    String name = thread.getName();
    return name.contains("StreamThread")
        || name.startsWith("poll-")
        || name.startsWith("ingest-")
        || name.contains("GlobalStreamThread");
  }
}
