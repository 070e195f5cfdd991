package dev.playloop.worlds.declared.game;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.model.Prepared;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// A game may answer anything: it ends in a value of ours, and only what says done for this very
/// action is DONE.
class HostileAnswersTest {
  private static final String ID = PushCase.ID.value();
  private static final long SEED = 20_261_125L;
  private static final int ANSWERS = 50_000;

  /// What stands in the place of a part.
  private static final List<String> ODDITIES =
      List.of(
          "null",
          "true",
          "-1",
          "1e400",
          "9".repeat(2_000),
          "\"\\ud83d\"",
          "\"\\u0000\"",
          "\"done\"",
          "{\"a\":".repeat(150),
          "[".repeat(600),
          "\"" + "f".repeat(5_000) + "\"",
          "");

  static List<String> nothings() {
    return List.of(
        "",
        " ",
        "null",
        "[]",
        "\"done\"",
        "done",
        "{}",
        "{\"status\":\"done\"}",
        "{\"action\":null,\"status\":\"done\"}",
        "{\"action\":\"tally/ada:other#1.1\",\"status\":\"done\"}",
        "{\"action\":\"" + ID + " \",\"status\":\"done\"}",
        "{\"action\":\"" + ID + "\"}",
        "{\"action\":\"" + ID + "\",\"status\":\"DONE\"}",
        "{\"action\":\"" + ID + "\",\"status\":\"done \"}",
        "{\"action\":\"" + ID + "\",\"status\":true}",
        "{\"action\":\"" + ID + "\",\"status\":[\"done\"]}",
        "{\"action\":\"" + ID + "\",\"status\":\"ok\"}",
        "{\"action\":\"" + ID + "\",\"status\":\"failed\",\"status\":\"done\"}",
        "{\"action\":\"x\",\"action\":\"" + ID + "\",\"status\":\"done\"}",
        PushCase.answer("done", "") + "}",
        PushCase.answer("done", "") + PushCase.answer("done", ""),
        PushCase.answer("done", ",\"output\":1e400"),
        PushCase.answer("done", ",\"output\":" + "9".repeat(2_000)),
        PushCase.answer("done", ",\"output\":" + "[".repeat(600) + "]".repeat(600)),
        "\ufeff" + PushCase.answer("done", ""),
        PushCase.answer("done", "").substring(0, 20));
  }

  private static GameAnswer read(int status, byte[] body) {
    return GameAnswers.read(new GameReply.Came(status, body, null), ID);
  }

  private static GameAnswer read(int status, String body) {
    return read(status, body.getBytes(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @MethodSource("nothings")
  void whatIsNoAnswerToThisActionIsNone(String body) {
    assertThat(read(200, body)).isInstanceOf(GameAnswer.Garbled.class);
  }

  @Test
  void onlyTwoHundredSaysDone() {
    for (int status = 100; status < 600; status++) {
      GameAnswer answer = read(status, PushCase.answer("done", ",\"output\":1"));
      assertThat(answer instanceof GameAnswer.Ended).as("HTTP %d", status).isEqualTo(status == 200);
    }
  }

  @Test
  void whatIsBrokenInsideAnOutputIsMended() {
    GameAnswer answer =
        read(200, PushCase.answer("done", ",\"output\":\"a\\ud83d\\u0000b\",\"later\":[1]"));

    assertThat(answer)
        .isEqualTo(
            new GameAnswer.Ended(Status.DONE, Json.NODES.stringNode("a\ufffd\ufffdb"), null, null));
  }

  @ParameterizedTest
  @CsvSource({
    "7, 7", "0, 0", "9223372036854775807, 9223372036854775807", "-1, ", "1.5, ",
    "9223372036854775808, ", "1e3, ", "'\"7\"', ", "[7], ", "null, "
  })
  void aVersionIsAWholeNumberOrNone(String given, @Nullable Long expected) {
    assertThat(read(200, PushCase.answer("done", ",\"version\":" + given)))
        .isEqualTo(new GameAnswer.Ended(Status.DONE, null, null, expected));
  }

  @Test
  void aNoWithoutAReasonIsANo() {
    assertThat(read(200, PushCase.answer("refused", "")))
        .isInstanceOfSatisfying(
            GameAnswer.Ended.class,
            ended -> {
              assertThat(ended.status()).isEqualTo(Status.REFUSED);
              assertThat(ended.error()).isNotNull();
              assertThat(ended.error().code()).isEqualTo("refused");
            });
  }

  @Test
  void aReasonIsBoundedAndDrivesNoTerminal() {
    String error =
        ",\"error\":{\"code\":\"\\u001b[2J\",\"message\":\""
            + "x".repeat(9_000)
            + "\",\"field\":7}";
    assertThat(read(200, PushCase.answer("failed", error)))
        .isInstanceOfSatisfying(
            GameAnswer.Ended.class,
            ended -> {
              assertThat(ended.error()).isNotNull();
              assertThat(ended.error().code()).isEqualTo("\\u001b[2J");
              assertThat(ended.error().message()).hasSize(2_000);
              assertThat(ended.error().field()).isNull();
            });
  }

  @Test
  @Tag("slow")
  void answersChangedByChanceEndInAValueAndAreDoneOnlyWhereTheySaySo() {
    Random random = new Random(SEED);
    List<String> good =
        List.of(
            PushCase.answer("done", ",\"output\":{\"total\":1}"),
            PushCase.answer("refused", ",\"error\":{\"code\":\"a\",\"message\":\"b\"}"),
            PushCase.answer("not_done", ""),
            "{\"error\":{\"code\":\"busy\",\"message\":\"b\"}}");
    List<Integer> statuses = List.of(200, 200, 200, 409, 401, 500, 302);
    for (int i = 0; i < ANSWERS; i++) {
      byte[] body = changed(good.get(random.nextInt(good.size())), random);
      int status = statuses.get(random.nextInt(statuses.size()));
      GameAnswer answer = read(status, body);
      String text = new String(body, StandardCharsets.UTF_8);
      if (answer instanceof GameAnswer.Ended(Status ended, _, _, _) && ended == Status.DONE) {
        assertThat(text).as("seed %d", SEED).contains("\"" + ID + "\"", "\"done\"");
      }
    }
  }

  private static byte[] changed(String good, Random random) {
    byte[] bytes = good.getBytes(StandardCharsets.UTF_8);
    int at = random.nextInt(bytes.length);
    return switch (random.nextInt(4)) {
      case 0 -> Arrays.copyOf(bytes, at);
      case 1 -> {
        bytes[at] = (byte) random.nextInt(256);
        yield bytes;
      }
      case 2 ->
          (good.substring(0, at)
                  + ODDITIES.get(random.nextInt(ODDITIES.size()))
                  + good.substring(at))
              .getBytes(StandardCharsets.UTF_8);
      default -> {
        int colon = good.indexOf(':', at);
        int from = colon < 0 ? at : colon + 1;
        int to = Math.min(good.length(), from + 1 + random.nextInt(12));
        yield (good.substring(0, from)
                + ODDITIES.get(random.nextInt(ODDITIES.size()))
                + good.substring(to))
            .getBytes(StandardCharsets.UTF_8);
      }
    };
  }

  /// Through the wire and back to who performs, from a table.
  @ParameterizedTest
  @MethodSource("nothings")
  void aWriteThatIsAnsweredLikeThisIsUnknown(String body) throws InterruptedException {
    try (CannedGame game = new CannedGame().onPost(200, body).onGet(200, body);
        PushedActions actions = PushCase.actions(game.base())) {
      ActionResult result = actions.perform(PushCase.write(), Prepared.NOTHING, () -> {});

      assertThat(result.status()).isEqualTo(Status.UNKNOWN);
      assertThat(game.posts()).isEqualTo(1);
    }
  }
}
