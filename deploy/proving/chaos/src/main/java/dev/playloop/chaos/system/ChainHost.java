package dev.playloop.chaos.system;

import dev.playloop.chaos.process.Jvm;
import dev.playloop.chaos.process.JvmLaunchBuilder;
import dev.playloop.worlds.eternum.EternumModule;
import dev.playloop.worlds.model.OpenWorld;
import dev.playloop.worlds.model.WorldModule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/// The chain that Eternum is played on, as a process of its own that no fault of a worker reaches.
/// Started and closed by one thread.
public final class ChainHost implements AutoCloseable {
  private static final int HEAP_MB = 256;
  private static final int START_SECONDS = 120;
  private static final long LOOK_MILLIS = 50;

  private final Jvm process;
  private final ChainFolder folder;
  private final URI wire;

  private ChainHost(Jvm process, ChainFolder folder, URI wire) {
    this.process = process;
    this.folder = folder;
    this.wire = wire;
  }

  /// Returns when the game is laid out on it.
  static ChainHost start(Path path, ChainChoice choice) throws InterruptedException {
    ChainFolder folder = new ChainFolder(path);
    try {
      Files.createDirectories(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Path log = path.resolveSibling("chain.log");
    Jvm process =
        Jvm.start(
            JvmLaunchBuilder.builder()
                .name("chain")
                .main(ChainMain.class)
                .heapMb(HEAP_MB)
                .flags(List.of())
                .properties(Map.of())
                .environment(Map.of())
                .arguments(
                    choice.devnet() == null
                        ? List.of(path.toString())
                        : List.of(path.toString(), choice.devnet().toString()))
                .log(log)
                .build());
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
    while (!folder.isTold()) {
      if (!process.isAlive() || System.nanoTime() > deadline) {
        process.kill();
        throw new IllegalStateException("the chain did not start; see " + log);
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
    }
    return new ChainHost(process, folder, choice.wire().apply(folder.addresses().rpc()));
  }

  /// Where its node answers, without anything between.
  public URI rpc() {
    return folder.addresses().rpc();
  }

  /// The world's profile.
  public Path profile() {
    return folder.profile();
  }

  /// The executor's file of accounts.
  public JsonNode caps() {
    return ChainFolder.read(folder.accounts());
  }

  /// What a worker must be told to act on it.
  Map<String, String> settings() {
    return Map.of(
        "PLAYLOOP_ETERNUM_RPC",
        wire.toString(),
        "PLAYLOOP_ETERNUM_TORII",
        folder.addresses().torii().toString(),
        "PLAYLOOP_ETERNUM_PROFILE",
        folder.profile().toString(),
        "PLAYLOOP_ETERNUM_ACCOUNTS",
        folder.accounts().toString());
  }

  /// In a worker, which was told `settings`.
  static OpenWorld opened(Map<String, String> settings) {
    WorldModule module = new EternumModule();
    return module.open(HeldOpening.of(module.settings(), settings));
  }

  @Override
  public void close() {
    try {
      process.kill();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
