package dev.playloop.worlds.declared.game;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// One request is one exchange: what comes back is told as it is, and nobody goes on from there.
class HttpGameTest {
  private static final int MOST = 10_000;
  private static final GameLimits LIMITS =
      new GameLimits(Duration.ofSeconds(60), Duration.ofSeconds(1), MOST);
  private static final GameRequest QUESTION =
      GameRequest.get(PushCase.SECRET, Instant.EPOCH, "/actions/a");

  private static GameReply asked(CannedGame game, GameLimits limits) throws InterruptedException {
    try (HttpGame http = HttpGame.at(GameAddress.of(game.base(), List.of()), limits)) {
      return http.send(QUESTION);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 302, 303, 307, 308})
  void aRedirectionIsNotFollowed(int status) throws InterruptedException {
    try (CannedGame game = new CannedGame().onGet(status, "")) {
      assertThat(asked(game, LIMITS))
          .isInstanceOfSatisfying(
              GameReply.Came.class,
              came -> {
                assertThat(came.status()).isEqualTo(status);
                assertThat(came.location()).endsWith("/elsewhere");
              });
      assertThat(game.gets()).isEqualTo(1);
    }
  }

  @Test
  void anAnswerIsReadUpToItsBoundAndNoByteFurther() throws InterruptedException {
    try (CannedGame game = new CannedGame().onGet(200, "x".repeat(MOST))) {
      assertThat(asked(game, LIMITS)).isInstanceOf(GameReply.Came.class);
      game.onGet(200, "x".repeat(MOST + 1));
      assertThat(asked(game, LIMITS)).isInstanceOf(GameReply.Lost.class);
      game.onGet(200, "x".repeat(1_000 * MOST));
      assertThat(asked(game, LIMITS)).isInstanceOf(GameReply.Lost.class);
    }
  }

  @Test
  void anAddressWithAPathThatIsNoneIsToldAsIt() throws InterruptedException {
    GameAddress address = GameAddress.of("http://127.0.0.1:9//game", List.of());
    try (HttpGame http = HttpGame.at(address, LIMITS)) {
      assertThat(http.send(QUESTION))
          .isEqualTo(
              new GameReply.NotSent(
                  "it can't be asked: a path that begins with one slash was expected"));
    }
  }

  @Test
  void silenceEndsWithItsTime() throws InterruptedException {
    GameLimits brief = new GameLimits(Duration.ofSeconds(2), Duration.ofMillis(1), MOST);
    try (CannedGame game = new CannedGame().onGet(CannedGame.KEEPS_SILENT, "")) {
      assertThat(asked(game, brief)).isEqualTo(new GameReply.Lost("no answer within 2000 ms"));
    }
  }

  @Test
  void aConnectionThatEndsIsNoProofThatNothingCame() throws InterruptedException {
    try (CannedGame game = new CannedGame().onGet(CannedGame.HANGS_UP, "")) {
      assertThat(asked(game, LIMITS)).isInstanceOf(GameReply.Lost.class);
    }
  }

  /// What the JDK does for a GET by itself would act twice in a game that kept no ids.
  @Test
  void aPostOnAKeptConnectionThatDiesIsNotSentAgain() throws InterruptedException {
    GameRequest post = GameRequest.post(PushCase.SECRET, Instant.EPOCH, "a", new byte[] {'1'});
    try (CannedGame game = new CannedGame().onGet(200, "{}").onPost(CannedGame.HANGS_UP, "");
        HttpGame http = HttpGame.at(GameAddress.of(game.base(), List.of()), LIMITS)) {
      for (int i = 1; i <= 5; i++) {
        assertThat(http.send(QUESTION)).isInstanceOf(GameReply.Came.class);
        assertThat(http.send(post)).isInstanceOf(GameReply.Lost.class);
        assertThat(game.posts()).isEqualTo(i);
      }
    }
  }
}
