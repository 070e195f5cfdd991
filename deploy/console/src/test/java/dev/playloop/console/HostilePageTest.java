package dev.playloop.console;

import dev.playloop.console.source.FileJournal;
import dev.playloop.http.EdgeLimits;
import dev.playloop.http.EdgeOptions;
import dev.playloop.http.HostileHttp;
import dev.playloop.http.HostileHttp.Target;
import dev.playloop.schemas.principal.Scope;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/// All that strangers send, to the socket of a console: to its page, and to the one path that takes
/// a body from whoever is not logged in.
@Tag("slow")
class HostilePageTest extends ConsoleCase {
  private Console console;

  @BeforeEach
  void open() throws InterruptedException {
    EdgeLimits limits =
        EdgeLimits.standard()
            .withTimes(Duration.ofSeconds(10), Duration.ofSeconds(10), Duration.ofSeconds(60));
    console =
        Console.open(
            options(Scope.ADMIN)
                .with()
                .edge(EdgeOptions.loopback("the console", "THE_PORT", 0).withLimits(limits))
                .build(),
            FileJournal.of(JOURNAL),
            () -> FOLD);
  }

  @AfterEach
  void close() {
    console.close();
  }

  @TestFactory
  Stream<DynamicTest> noAttackGetsIn() {
    return HostileHttp.on(Target.of("console", console.address(), "/", "/api/login", null));
  }
}
