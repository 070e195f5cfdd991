package dev.playloop.worlds.chain.devnet;

import dev.playloop.worlds.model.CannotOpenWorld;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A devnet that is started again at the same port, with all its blocks, whenever its process ends
/// by itself: who acts on it sees an outage, and never an empty chain. A thread of its own waits
/// for that end. Started and closed by one thread.
public final class KeptDevnet implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(KeptDevnet.class);
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

  private final DevnetOptions options;
  private final @Nullable Path temporary;
  private final Thread keeper;
  private volatile DevnetProcess process;

  private KeptDevnet(DevnetOptions options, @Nullable Path temporary, DevnetProcess process) {
    this.options = options.withPort(process.rpc().getPort());
    this.temporary = temporary;
    this.process = process;
    this.keeper = Thread.ofVirtual().name("devnet-keeper").start(this::keep);
  }

  /// Returns when it listens. Throws [CannotOpenWorld].
  ///
  /// @param options without a dump, its blocks are kept until it is closed
  public static KeptDevnet start(DevnetOptions options) throws InterruptedException {
    if (options.dump() != null) {
      return new KeptDevnet(options, null, DevnetProcess.start(options));
    }
    Path folder = temporary();
    boolean started = false;
    try {
      DevnetOptions kept = options.withDump(folder.resolve("devnet.dump"));
      KeptDevnet devnet = new KeptDevnet(kept, folder, DevnetProcess.start(kept));
      started = true;
      return devnet;
    } finally {
      if (!started) {
        delete(folder);
      }
    }
  }

  public URI rpc() {
    return process.rpc();
  }

  /// The devnet's process of just now.
  public long pid() {
    return process.pid();
  }

  private void keep() {
    try {
      while (true) {
        process.awaitEnd();
        LOG.error(
            "the starknet-devnet at {} ended by itself; it is started again with its blocks",
            process.rpc());
        process.close();
        process = again();
        LOG.warn("the starknet-devnet at {} is back", process.rpc());
      }
    } catch (InterruptedException e) {
      LOG.debug("closed");
    }
  }

  private DevnetProcess again() throws InterruptedException {
    Duration pause = FIRST_PAUSE;
    while (true) {
      try {
        return DevnetProcess.start(options);
      } catch (CannotOpenWorld e) {
        LOG.error("{}; the next try is in {} s", e.getMessage(), pause.toSeconds());
      }
      Thread.sleep(pause);
      pause = pause.multipliedBy(2);
      pause = pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause;
    }
  }

  /// Ends it at once: each block it has made is on the disk where it has a dump.
  @Override
  public void close() {
    keeper.interrupt();
    boolean interrupted = false;
    while (true) {
      try {
        keeper.join();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    process.close();
    if (temporary != null) {
      delete(temporary);
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static Path temporary() {
    try {
      return Files.createTempDirectory("playloop-devnet-");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path folder) {
    try (var files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.deleteIfExists(file);
      }
      Files.deleteIfExists(folder);
    } catch (IOException e) {
      LOG.warn("the folder {} stays behind: {}", folder, e.toString());
    }
  }
}
