package dev.playloop.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.http.HostileHttp.Target;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/// The edge itself against all that strangers send.
@Tag("slow")
class HostileHttpTest {
  private static final AtomicInteger EFFECTS = new AtomicInteger();
  private static HttpEdge edge = start();

  private static HttpEdge start() {
    EdgeOptions options =
        EdgeOptions.loopback("the test", "PORT", 0)
            .withToken("s3cret")
            .withLimits(
                EdgeLimits.standard()
                    .withTimes(
                        Duration.ofSeconds(10), Duration.ofSeconds(10), Duration.ofSeconds(60)));
    return HttpEdge.bind(options);
  }

  @BeforeAll
  static void serve() {
    edge.serve(
        new EdgeRoutes()
            .open("GET", "/ok", _ -> EdgeAnswer.text(200, "ok"))
            .guarded(
                "POST",
                "/do",
                _ -> {
                  EFFECTS.incrementAndGet();
                  return EdgeAnswer.text(200, "done");
                }));
  }

  @AfterAll
  static void stop() {
    edge.close();
    assertThat(EFFECTS).as("nothing that was refused had an effect").hasValue(0);
  }

  @TestFactory
  Stream<DynamicTest> noAttackGetsIn() {
    return HostileHttp.on(Target.of("edge", edge.address(), "/ok", "/do", "s3cret"));
  }
}
