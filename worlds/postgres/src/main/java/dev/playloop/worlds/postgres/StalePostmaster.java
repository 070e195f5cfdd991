package dev.playloop.worlds.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Stops the PostgreSQL server that a killed process left running in a data folder. It is found by
/// the pid in `postmaster.pid`, and touched only if that process is a postgres of this very folder:
/// after a reboot the pid may belong to anyone.
final class StalePostmaster {
  private static final Logger LOG = LoggerFactory.getLogger(StalePostmaster.class);
  private static final long FAST_SECONDS = 10;
  private static final long IMMEDIATE_SECONDS = 10;

  private StalePostmaster() {}

  /// Whether one was stopped. Throws [IllegalStateException] where it does not stop.
  static boolean stop(Path data) throws IOException, IllegalStateException {
    Optional<ProcessHandle> found = find(data);
    if (found.isEmpty()) {
      return false;
    }
    ProcessHandle postmaster = found.get();
    LOG.warn("stopping the PostgreSQL that was left running in {} as {}", data, postmaster.pid());
    signal(postmaster, "INT"); // fast: ends sessions, rolls back, writes a checkpoint
    if (!ended(postmaster, FAST_SECONDS)) {
      signal(postmaster, "QUIT"); // immediate: the next start recovers from the log
      if (!ended(postmaster, IMMEDIATE_SECONDS)) {
        throw new IllegalStateException(
            "the PostgreSQL of " + data + " does not stop; end process " + postmaster.pid());
      }
    }
    return true;
  }

  private static Optional<ProcessHandle> find(Path data) throws IOException {
    Path file = data.resolve("postmaster.pid");
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    List<String> lines = Files.readAllLines(file);
    if (lines.size() < 2 || !lines.getFirst().strip().matches("[0-9]{1,10}")) {
      return Optional.empty();
    }
    Path recorded = Path.of(lines.get(1).strip());
    if (!Files.isSameFile(Files.exists(recorded) ? recorded : data, data)) {
      return Optional.empty();
    }
    return ProcessHandle.of(Long.parseLong(lines.getFirst().strip()))
        .filter(ProcessHandle::isAlive)
        .filter(process -> isPostgresOf(process, data));
  }

  /// A postgres binary that runs in the data folder: a postmaster's working directory is its data
  /// folder. Where the system does not tell that (macOS), its arguments must name the folder.
  private static boolean isPostgresOf(ProcessHandle process, Path data) {
    boolean postgres = process.info().command().map(c -> c.endsWith("/postgres")).orElse(false);
    if (!postgres) {
      return false;
    }
    Path cwd = Path.of("/proc", String.valueOf(process.pid()), "cwd");
    try {
      if (Files.exists(cwd)) {
        return Files.isSameFile(cwd, data);
      }
    } catch (IOException e) {
      LOG.debug("the working directory of {} can't be read", process.pid(), e);
    }
    String folder = data.toAbsolutePath().toString();
    return process.info().arguments().map(a -> List.of(a).contains(folder)).orElse(false);
  }

  private static void signal(ProcessHandle process, String name) throws IOException {
    Process kill = new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())).start();
    kill.onExit().join();
  }

  private static boolean ended(ProcessHandle process, long seconds) {
    try {
      process.onExit().get(seconds, TimeUnit.SECONDS);
      return true;
    } catch (TimeoutException e) {
      return !process.isAlive();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return !process.isAlive();
    } catch (ExecutionException e) {
      throw new IllegalStateException("waiting for process " + process.pid(), e);
    }
  }
}
