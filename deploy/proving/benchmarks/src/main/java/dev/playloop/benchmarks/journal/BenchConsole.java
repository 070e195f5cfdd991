package dev.playloop.benchmarks.journal;

import dev.playloop.audit.FoldBuild;
import dev.playloop.benchmarks.BenchJournal;
import dev.playloop.console.Console;
import dev.playloop.console.ConsoleOptionsBuilder;
import dev.playloop.console.door.Logins;
import dev.playloop.console.source.ConsoleJournal;
import dev.playloop.http.EdgeOptions;
import dev.playloop.schemas.principal.Principal;
import dev.playloop.schemas.principal.PrincipalBuilder;
import dev.playloop.schemas.principal.Scope;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// A console to look at, for whoever has its door.
public final class BenchConsole {
  private static final Duration PATIENCE = Duration.ofMinutes(30);

  private BenchConsole() {}

  /// As below, of millions of entries.
  public static Console open(Path folder, ConsoleJournal journal) throws InterruptedException {
    return open(folder, journal, PATIENCE);
  }

  /// One whose index lies in that folder, once it has read all there is.
  ///
  /// @param patience after which it is closed, and this fails
  public static Console open(Path folder, ConsoleJournal journal, Duration patience)
      throws InterruptedException {
    Principal reader =
        PrincipalBuilder.builder()
            .v(Principal.VERSION)
            .id("bench")
            .name("bench")
            .kind(Principal.Kind.PERSON)
            .scopes(List.of(Scope.ADMIN))
            .tokens(List.of())
            .since(Instant.EPOCH)
            .build();
    Console console =
        Console.open(
            ConsoleOptionsBuilder.builder()
                .edge(EdgeOptions.loopback("the console", "--port", 0))
                .folder(folder)
                .kind(journal.kafka() == null ? "file" : "cluster")
                .version("bench")
                .readOnly(true)
                .first(new Logins.First(reader, null))
                .build(),
            journal,
            () -> new FoldBuild(BenchJournal.POLICY, BenchJournal.WORLDS));
    if (!console.awaitLoaded(patience)) {
      console.close();
      throw new IllegalStateException("the console reads nothing: " + console.problem());
    }
    return console;
  }
}
