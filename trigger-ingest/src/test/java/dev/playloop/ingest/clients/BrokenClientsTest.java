package dev.playloop.ingest.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The fixtures can fail: each of twenty clients that are wrong in one way does, at the fixture
/// that is for it, and for that reason. They are the Python client with one thing changed.
@Tag("slow")
class BrokenClientsTest {
  /// However long a call that waits for the judge himself is given, it never comes back.
  private static final Duration BLOCKED = Duration.ofSeconds(5);

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "NewIdAtEachRetry             | 503-is-sent-again              | request 1: body",
        "NoId                         | trigger-of-two-words           | has no id",
        "OneIdForABatch               | those-of-50-ms-share-a-batch   | or one twice: 'e1'",
        "UnboundedQueue               | the-oldest-goes                | dropped: expected 2, got 0",
        "BlockingSend                 | send-does-not-wait             | call is not answered",
        "RetryAfterIgnored            | retry-after-is-obeyed          | request 1: time: expected 7050",
        "NoBackoff                    | backoff-doubles                | request 1: time: expected 250",
        "DropsOn5xx                   | 500-is-sent-again              | expected 2 requests, got 1",
        "RetriesA400ForEver           | all-are-wrong                  | refused: expected 2, got 0",
        "GoesOnAfter401               | 401-stops                      | returned: expected false, got true",
        "LosesTheLastBatchAtClose     | close-sends-what-waits         | dropped: expected 0, got 30",
        "ReordersAfterARetry          | newer-ones-wait-behind         | e1 is taken after e3",
        "CountsDroppedAsSent          | what-was-dropped-was-not-sent  | accepted is what the gateway took",
        "CoalescesOverTwoEntities     | two-entities-are-two           | ids: expected [e1, e2], got [e2]",
        "SplitsInsideACharacter       | text-is-cut-between-characters | is no text throughout",
        "BatchAboveTheLimit           | the-hundred-and-first          | is no batch of 1 to 100 events",
        "FollowsARedirectWithItsToken | 307-is-not-followed            | requests elsewhere: expected 0, got 1",
        "LogsItsToken                 | 401-stops                      | the token is told",
        "FlushThatNeverReturns        | flush-says-when-it-could-not   | flush waits for nothing, for ever",
        "OneConnectionAnEvent         | one-connection                 | connections: expected 1, got 30",
      })
  void failsAtTheFixtureThatIsForIt(String client, String fixture, String why)
      throws IOException, InterruptedException {
    try (DriverProcess driver =
        Language.PYTHON.driver("src/test/resources/clients/broken.py", client)) {
      Fixture told = Fixture.named(fixture);
      List<String> complaints =
          client.equals("BlockingSend")
              ? Judge.play(told, driver, BLOCKED)
              : Judge.play(told, driver);
      assertThat(String.join("\n", complaints)).contains(why);
    }
  }
}
