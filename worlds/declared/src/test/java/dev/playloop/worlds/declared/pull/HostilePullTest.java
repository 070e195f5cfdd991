package dev.playloop.worlds.declared.pull;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Requests and answers that are none.
class HostilePullTest extends PullRoutesCase {
  @ParameterizedTest
  @CsvSource({
    "tally,   puller=a&wait=31s,        400, wait",
    "tally,   puller=a&wait=-1s,        400, wait",
    "tally,   puller=a&wait=99999s,     400, wait",
    "tally,   wait=1s,                  400, puller",
    "tally,   puller=%2e%2e,            400, puller",
    "tally,   puller=a&puller=b,        400, puller",
    "tally,   puller=a&epoch=x,         400, epoch",
    "tally,   puller=a&epoch=1&name=b,  400, query",
    "tally,   puller=a&epoch=9999999999999999999, 400, epoch",
    "tally,   puller=a&epoch=5,         409, connect-anew",
    "posted,  puller=a,                 404, no-pulled-world",
    "nowhere, puller=a,                 404, no-pulled-world",
    "A_b,     puller=a,                 404, no-pulled-world",
    "foreign, puller=a,                 403, act:foreign",
  })
  void aWrongRequestIsToldWhatIsWrong(String world, String query, int status, String named)
      throws Exception {
    HttpResponse<String> refused = get(world, query);
    assertThat(refused.statusCode()).isEqualTo(status);
    assertThat(refused.body()).contains(named);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''                                             | 400 | body",
        "[]                                             | 400 | body",
        "{\"action\":7,\"status\":\"done\"}             | 400 | action",
        "{\"status\":\"done\"}                          | 400 | action",
        "{\"action\":\"tally/ada:m1#1.1\"}              | 400 | status",
        "{\"action\":\"tally/ada:m1#1.1\",\"status\":1} | 400 | status",
        "{\"action\":\"tally/ada:m1#1.1\",\"status\":\"busy\"} | 400 | status",
        "{\"action\":\"tally/ada:m1#1.1\",\"status\":\"done\",\"status\":\"failed\"} | 400 | body",
        "{\"action\":\"tally/ada:m1#1.1\",\"status\":\"done\",\"output\":\"\\u0000\"} | 400 | body",
        "{\"action\":\"tally/ada:m2#1.1\",\"status\":\"done\"} | 409 | not-taken",
        "{\"action\":\"other/bob:m1#1.1\",\"status\":\"done\"} | 409 | not-taken",
        "{\"action\":\"tally/ada:m1#1.1\",\"status\":\"not_done\"} | 409 | not-taken",
      })
  void aWrongAnswerIsRefusedAndChangesNothing(String body, int status, String named)
      throws Exception {
    Future<ActionResult> performing = performing(1);
    long epoch = fetched("puller=a").path("epoch").longValue();
    HttpResponse<String> refused = answered(epoch, body);
    assertThat(refused.statusCode()).isEqualTo(status);
    assertThat(refused.body()).contains(named);
    assertThat(performing.isDone()).isFalse();
    answered(epoch, answer(1, "\"done\""));
    assertThat(performing.get().status()).isEqualTo(Status.DONE);
  }

  @Test
  void anAnswerOfTenMegabytesIsRefused() throws Exception {
    Future<ActionResult> performing = performing(1);
    long epoch = fetched("puller=a").path("epoch").longValue();
    String output = ",\"output\":\"" + "x".repeat(10 << 20) + "\"";
    try {
      assertThat(answered(epoch, answer(1, "\"done\"" + output)).statusCode()).isEqualTo(413);
    } catch (IOException e) {
      // It is closed at once, and whoever still sends may not hear why.
    }
    assertThat(performing.isDone()).isFalse();
  }
}
