package dev.playloop.worlds.declared.game;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.tool.SchemaTool;
import dev.playloop.worlds.model.Call;
import dev.playloop.worlds.model.Prepared;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A write whose answer was lost is sent again only where its game says that it has not done it.
class SentAgainTest {
  private static final String DONE = PushCase.answer("done", ",\"output\":{\"total\":1}");

  private static ActionResult perform(PushedActions actions, Call<SchemaTool> call)
      throws InterruptedException {
    return actions.perform(call, Prepared.of(actions.prepare(call)), () -> {});
  }

  @Test
  void whatTheGameForgetsIsUnknownAndNotSentAgain() throws InterruptedException {
    try (CannedGame game =
            new CannedGame().onPost(500, "").onGet(200, PushCase.answer("unknown", ""));
        PushedActions actions = PushCase.asking(game.base(), Duration.ofSeconds(2))) {
      ActionResult result = perform(actions, PushCase.write());

      assertThat(result.status()).isEqualTo(Status.UNKNOWN);
      assertThat(result.error()).isNotNull();
      assertThat(result.error().code()).isEqualTo("no_answer");
      assertThat(result.error().message()).contains("HTTP 500");
      assertThat(game.posts()).isEqualTo(1);
      assertThat(game.gets()).isPositive();
    }
  }

  @Test
  void whatTheGameDoesNotKnowYetIsAskedAgain() throws InterruptedException {
    try (CannedGame game =
            new CannedGame()
                .onPost(500, "")
                .onGet(200, PushCase.answer("unknown", ""))
                .thenGet(200, DONE);
        PushedActions actions = PushCase.patient(game.base())) {
      assertThat(perform(actions, PushCase.write()).status()).isEqualTo(Status.DONE);
      assertThat(game.posts()).isEqualTo(1);
      assertThat(game.gets()).isEqualTo(2);
    }
  }

  /// Whether the second one is answered by its end, by "busy", or not at all.
  @ParameterizedTest
  @CsvSource({"200", "409", "500"})
  void whatTheGameHasNotDoneIsSentAgainUnderTheSameId(int second) throws InterruptedException {
    String busy = "{\"error\":{\"code\":\"busy\",\"message\":\"at it\"}}";
    try (CannedGame game =
            new CannedGame()
                .onPost(500, "")
                .onGet(200, PushCase.answer("not_done", ""))
                .thenPost(second, second == 200 ? DONE : second == 409 ? busy : "")
                .thenGet(200, DONE);
        PushedActions actions = PushCase.patient(game.base())) {
      assertThat(perform(actions, PushCase.write()).status()).isEqualTo(Status.DONE);
      assertThat(game.posts()).isEqualTo(2);
    }
  }

  @Test
  void whatIsNeitherDoneNorTakenIsUnknownInTheEnd() throws InterruptedException {
    try (CannedGame game =
            new CannedGame().onPost(500, "").onGet(200, PushCase.answer("not_done", ""));
        PushedActions actions = PushCase.actions(game.base())) {
      assertThat(perform(actions, PushCase.write()).status()).isEqualTo(Status.UNKNOWN);
      assertThat(game.posts()).isGreaterThan(1);
    }
  }

  @Test
  void nothingIsSentAgainAfterItsTimeNorWithoutTheLease() throws InterruptedException {
    IllegalStateException taken = new IllegalStateException("taken over");
    AtomicInteger asked = new AtomicInteger();
    try (CannedGame game =
            new CannedGame().onPost(500, "").onGet(200, PushCase.answer("not_done", ""));
        PushedActions actions = PushCase.actions(game.base())) {
      Call<SchemaTool> late = PushCase.write(PushCase.ID, 1, Instant.now().minusSeconds(1));
      assertThat(perform(actions, late).status()).isEqualTo(Status.UNKNOWN);
      assertThat(game.posts()).isEqualTo(1);

      assertThatThrownBy(() ->
              actions.perform(
                  PushCase.write(),
                  Prepared.NOTHING,
                  () -> {
                    if (asked.incrementAndGet() > 1) {
                      throw taken;
                    }
                  }))
          .isSameAs(taken);
      assertThat(game.posts()).isEqualTo(2);
    }
  }
}
