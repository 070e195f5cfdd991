package dev.playloop.launcher.cli.options;

import dev.playloop.launcher.LocalSystem;
import dev.playloop.launcher.example.LocalRun;
import dev.playloop.launcher.page.SystemPage;
import dev.playloop.settings.Settings;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Whether there is a page beside a system, and where.
public final class PageOptions {
  @Option(
      names = "--console-port",
      paramLabel = "PORT",
      description =
          "where the page listens on this machine; default: a free port, or as"
              + " PLAYLOOP_CONSOLE_PORT says")
  private @Nullable Integer port;

  @Option(names = "--no-console", description = "open no page")
  private boolean none;

  /// A page that was opened, or none. Owned by one thread.
  ///
  /// @param door where a person gets in, once
  public record Opened(@Nullable SystemPage page, Optional<String> door) implements LocalRun.Page {
    public static final Opened NONE = new Opened(null, Optional.empty());

    /// Waits until somebody looks, at most for so long; not at all where there is no page.
    public void awaitVisitor(Duration timeout) throws InterruptedException {
      if (page != null) {
        page.awaitVisitor(timeout);
      }
    }

    @Override
    public void close() {
      if (page != null) {
        page.close();
      }
    }
  }

  /// Of a system that runs.
  public Opened open(LocalSystem system, Settings settings) throws InterruptedException {
    if (none) {
      return Opened.NONE;
    }
    SystemPage page = SystemPage.open(system, settings, port);
    return new Opened(page, Optional.of(page.door()));
  }
}
