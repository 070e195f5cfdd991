package dev.playloop.worlds.chain.devnet;

import dev.playloop.schemas.Printable;
import dev.playloop.worlds.model.CannotOpenWorld;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A devnet in a process of its own, which ends with this process in whatever way this one ends: a
/// shell between the two waits at a pipe that only this process holds. Started and closed by one
/// thread.
final class DevnetProcess implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DevnetProcess.class);
  private static final Duration START_LIMIT = Duration.ofSeconds(60);

  /// It runs all transactions of its dump again before it listens.
  private static final Duration DUMP_LIMIT = Duration.ofMinutes(10);

  private static final Duration STOP_LIMIT = Duration.ofSeconds(5);
  private static final int LAST_LINES = 5;
  private static final int LINE = 300;

  /// Tells the number of the devnet's process, and ends that when standard input ends. The devnet
  /// does not hear the pipe itself: it would not read it.
  private static final String SCRIPT =
      "exec 3<&0; \"$@\" </dev/null 3<&- & child=$!; echo \"pid $child\";"
          + " (trap '' INT TERM HUP; read -r _ <&3; kill -KILL \"$child\" 2>/dev/null) & watch=$!;"
          + " exec 3<&-; trap '' INT TERM HUP; wait \"$child\"; code=$?;"
          + " kill -KILL \"$watch\" 2>/dev/null; exit \"$code\"";

  private static final Pattern PID = Pattern.compile("pid (\\d{1,10})");
  private static final Pattern LISTENS =
      Pattern.compile("Starknet Devnet listening on (127\\.0\\.0\\.1:\\d{1,5})");

  private final Process shell;
  private final long pid;
  private final URI rpc;

  private DevnetProcess(Process shell, Announced announced) {
    this.shell = shell;
    this.pid = announced.pid();
    this.rpc = URI.create("http://" + announced.address() + "/rpc");
  }

  private record Announced(long pid, String address) {}

  /// Returns when it listens. Throws [CannotOpenWorld].
  public static DevnetProcess start(DevnetOptions options) throws InterruptedException {
    Process shell = null;
    boolean started = false;
    try {
      if (options.dump() != null) {
        Files.createDirectories(options.dump().toAbsolutePath().getParent());
      }
      List<String> words = new ArrayList<>(List.of("sh", "-c", SCRIPT, "playloop-devnet"));
      words.addAll(options.command());
      shell = new ProcessBuilder(words).redirectErrorStream(true).start();
      DevnetProcess devnet = new DevnetProcess(shell, announced(shell, limit(options)));
      started = true;
      return devnet;
    } catch (IOException e) {
      throw failed(String.valueOf(e.getMessage()), e);
    } finally {
      if (!started && shell != null) {
        end(shell);
      }
    }
  }

  private static Duration limit(DevnetOptions options) {
    return options.dump() != null && Files.exists(options.dump()) ? DUMP_LIMIT : START_LIMIT;
  }

  private static Announced announced(Process shell, Duration limit) throws InterruptedException {
    CompletableFuture<Announced> said = new CompletableFuture<>();
    Thread.ofVirtual().name("devnet-log").start(() -> listen(shell, said));
    try {
      return said.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw failed("it does not listen after " + limit.toSeconds() + " s", e);
    } catch (ExecutionException e) {
      throw failed(String.valueOf(e.getCause() == null ? e : e.getCause().getMessage()), e);
    }
  }

  /// Reads what it says until it ends, so that it never waits for a reader, and keeps none of it.
  /// Private keys of its accounts are among its first lines: those are not logged.
  private static void listen(Process shell, CompletableFuture<Announced> said) {
    List<String> last = new ArrayList<>();
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(shell.getInputStream(), StandardCharsets.UTF_8))) {
      long pid = 0;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        Matcher number = PID.matcher(line);
        Matcher listens = LISTENS.matcher(line);
        if (number.matches()) {
          pid = Long.parseLong(number.group(1));
        } else if (listens.find()) {
          said.complete(new Announced(pid, listens.group(1)));
        } else if (said.isDone()) {
          LOG.debug("devnet: {}", Printable.brief(line, LINE));
        } else if (!line.isBlank() && !line.contains("rivate key")) {
          last.add(Printable.brief(line, LINE));
          if (last.size() > LAST_LINES) {
            last.removeFirst();
          }
        }
      }
    } catch (IOException e) {
      LOG.debug("the devnet's log ended", e);
    }
    said.completeExceptionally(
        new IllegalStateException("it ended before it listened: " + String.join("; ", last)));
  }

  private static CannotOpenWorld failed(String why, Exception cause) {
    return CannotOpenWorld.machine(
        "the starknet-devnet did not start: " + why,
        "'./playloop doctor' checks this machine; get it with '" + DevnetBinary.REMEDY + "'.",
        cause);
  }

  /// Where it answers.
  public URI rpc() {
    return rpc;
  }

  /// The devnet's own process.
  public long pid() {
    return pid;
  }

  public boolean isAlive() {
    return shell.isAlive();
  }

  /// Waits until it has ended, by itself or by [#close].
  void awaitEnd() throws InterruptedException {
    shell.waitFor();
  }

  @Override
  public String toString() {
    return "DevnetProcess[" + pid + ", " + rpc + "]";
  }

  /// Ends it at once: each block it has made is on the disk where it has a dump.
  @Override
  public void close() {
    end(shell);
  }

  private static void end(Process shell) {
    try {
      shell.getOutputStream().close();
      if (!shell.waitFor(STOP_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
        shell.destroyForcibly();
      }
    } catch (IOException e) {
      shell.destroyForcibly();
    } catch (InterruptedException e) {
      shell.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
