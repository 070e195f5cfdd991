package dev.playloop.launcher.page;

import dev.playloop.audit.FoldBuild;
import dev.playloop.console.Console;
import dev.playloop.console.ConsoleOptions;
import dev.playloop.console.ConsoleOptionsBuilder;
import dev.playloop.console.ConsoleSettings;
import dev.playloop.console.door.Logins;
import dev.playloop.console.source.ClusterJournal;
import dev.playloop.http.EdgeOptions;
import dev.playloop.http.Secret;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.launcher.InstalledWorlds;
import dev.playloop.launcher.LocalSystem;
import dev.playloop.launcher.audit.ThisBuild;
import dev.playloop.launcher.declared.WorldsTable;
import dev.playloop.loop.state.LoopPolicy;
import dev.playloop.schemas.principal.Scope;
import dev.playloop.settings.Settings;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The console of a system that runs in this process: opened when that runs, so that its start
/// waits for nothing of it, and closed before it. Owned by one thread.
public final class SystemPage implements AutoCloseable {
  private final Console console;
  private final WorldsTable worlds;

  private SystemPage(Console console, WorldsTable worlds) {
    this.console = console;
    this.worlds = worlds;
  }

  /// @param port where it listens; null: as the settings say
  public static SystemPage open(LocalSystem system, Settings settings, @Nullable Integer port)
      throws InterruptedException {
    KafkaSettings kafka = system.kafka();
    WorldsTable worlds = WorldsTable.start(kafka, InstalledWorlds.worlds());
    Console console = null;
    try {
      FoldBuild fold = new FoldBuild(LoopPolicy.DEFAULT, worlds.loaded());
      console =
          Console.open(
              options(system, settings, port),
              ClusterJournal.of(kafka, "this machine", system.master()),
              () -> fold);
      return new SystemPage(console, worlds);
    } finally {
      if (console == null) {
        worlds.close();
      }
    }
  }

  private static ConsoleOptions options(
      LocalSystem system, Settings settings, @Nullable Integer port) {
    Path pictures = ConsoleSettings.pictures(settings);
    int where = port == null ? settings.number(ConsoleSettings.PORT, 0, 65_535) : port;
    return ConsoleOptionsBuilder.builder()
        .edge(EdgeOptions.loopback("the console", ConsoleSettings.PORT.name(), where))
        .folder(system.folder("console"))
        .kind("cluster")
        .version(ThisBuild.VERSION)
        .words(ConsoleSettings.words(settings))
        .signers(ConsoleSettings.signers(settings))
        .first(new Logins.First(PageOwner.as(Scope.ADMIN), new Secret(system.userToken())))
        .gateway(system.http())
        .pictures(pictures == null ? system.pictures() : pictures)
        .knowsCallers(true)
        .build();
  }

  /// Waits until somebody looks, at most for so long.
  public void awaitVisitor(Duration timeout) throws InterruptedException {
    var _ = console.awaitVisitor(timeout);
  }

  /// Where a person gets in, once.
  public String door() {
    return console.door();
  }

  @Override
  public void close() {
    console.close();
    worlds.close();
  }
}
