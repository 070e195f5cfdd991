package dev.playloop.launcher.cli;

import dev.playloop.audit.FoldBuild;
import dev.playloop.audit.evidence.Evidence;
import dev.playloop.console.Console;
import dev.playloop.console.ConsoleOptions;
import dev.playloop.console.source.ConsoleJournal;
import dev.playloop.launcher.audit.ThisBuild;
import dev.playloop.launcher.cli.options.JournalOptions;
import dev.playloop.launcher.page.LookingOn;
import java.io.PrintWriter;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Shows a journal in a browser, and changes nothing.
@Command(
    name = "console",
    mixinStandardHelpOptions = true,
    description = {
      "Shows a journal in a browser, until Ctrl-C.",
      "A file that 'audit export' wrote, the folder of a stopped system, or a cluster. Only to look"
          + " at: people act at the page of './playloop up', and of './playloop worker console'."
    })
final class ConsoleCommand implements Callable<Integer> {
  @Mixin private @Nullable JournalOptions journal;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "0",
      description = "where it listens on this machine; 0, the default, takes a free port")
  private int port;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    JournalOptions asked = Objects.requireNonNull(journal);
    return Interrupted.by(() -> {
      show(asked);
      return 0;
    });
  }

  private void show(JournalOptions asked) throws InterruptedException {
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    try (LookingOn looking = LookingOn.of(asked.data(), port)) {
      ConsoleJournal opened = asked.openToFollow();
      FoldBuild fold;
      try (Evidence evidence = opened.evidence()) {
        fold = ThisBuild.fold(evidence);
      }
      ConsoleOptions options = looking.options(asked.kind(), asked.settings());
      try (Console console = Console.open(options, opened, () -> fold)) {
        out.println("The journal is at " + console.door());
        out.println("Once; Ctrl-C ends it.");
        out.flush();
        new CountDownLatch(1).await();
      } catch (InterruptedException e) {
        out.println("stopped");
        out.flush();
      }
    }
  }
}
