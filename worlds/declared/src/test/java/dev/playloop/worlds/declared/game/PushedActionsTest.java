package dev.playloop.worlds.declared.game;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.SchemaTool;
import dev.playloop.worlds.model.Call;
import dev.playloop.worlds.model.Prepared;
import dev.playloop.worlds.model.Reconciled;
import dev.playloop.worlds.model.WorldUnavailable;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// A write is sent once, asked for where its answer is lost, and told as UNKNOWN where the game
/// can't say.
class PushedActionsTest {
  private static final String DONE = PushCase.answer("done", ",\"output\":{\"total\":1}");

  private static ActionResult perform(PushedActions actions, Call<SchemaTool> call)
      throws InterruptedException {
    return actions.perform(call, Prepared.of(actions.prepare(call)), () -> {});
  }

  private static Reconciled reconcile(PushedActions actions, Call<SchemaTool> call)
      throws InterruptedException {
    return actions.reconcile(call, Prepared.of(actions.prepare(call)));
  }

  @Test
  void whatTheGameDidIsTheResult() throws InterruptedException {
    try (TestGame game = TestGame.with(Fault.NONE);
        PushedActions actions = PushCase.actions(game.base())) {
      ActionResult result = perform(actions, PushCase.write());

      assertThat(result.status()).isEqualTo(Status.DONE);
      assertThat(result.output()).isEqualTo(Json.tree("{\"total\":1}"));
      assertThat(game.counter("a")).isEqualTo(1);
      assertThat(actions.look(PushCase.read()).output()).isEqualTo(Json.tree("{\"total\":1}"));
      assertThat(reconcile(actions, PushCase.write())).isEqualTo(new Reconciled.Done(result));
    }
  }

  @ParameterizedTest
  @CsvSource({"0", "200", "500", "502", "409", "302", "201"})
  void aLostAnswerIsAskedForAndTheActionNotSentAgain(int status) throws InterruptedException {
    try (CannedGame game = new CannedGame().onPost(status, "").onGet(200, DONE);
        PushedActions actions = PushCase.patient(game.base())) {
      ActionResult result = perform(actions, PushCase.write());

      assertThat(result.status()).isEqualTo(Status.DONE);
      assertThat(game.posts()).isEqualTo(1);
      assertThat(game.gets()).isEqualTo(1);
    }
  }

  @Test
  void aGameThatKeepsSilentIsAskedWhenItsTimeIsOver() throws InterruptedException {
    GameLimits limits = new GameLimits(Duration.ofSeconds(2), Duration.ofSeconds(20), 1_000);
    try (CannedGame game = new CannedGame().onPost(CannedGame.KEEPS_SILENT, "").onGet(200, DONE);
        PushedActions actions = PushCase.actions(game.base(), limits, InstantSource.system())) {
      assertThat(perform(actions, PushCase.write()).status()).isEqualTo(Status.DONE);
      assertThat(game.posts()).isEqualTo(1);
    }
  }

  @Test
  void whatIsTooLargeIsNoAnswer() throws InterruptedException {
    try (TestGame game = TestGame.with(Fault.ANSWERS_TEN_MEGABYTES);
        PushedActions actions = PushCase.patient(game.base())) {
      ActionResult result = perform(actions, PushCase.write());

      // The write's own answer is too large; what the game has kept of it is not.
      assertThat(result.status()).isEqualTo(Status.DONE);
      assertThat(game.posts()).isEqualTo(1);
    }
  }

  /// By the answer alone that the fault spoils: nothing that is wrong becomes DONE.
  @ParameterizedTest
  @EnumSource(names = {"ANSWERS_EMPTY", "REDIRECTS", "ANSWERS_ANOTHERS_ID"})
  void aWrongAnswerIsNeverDone(Fault fault) throws InterruptedException {
    try (TestGame game = TestGame.with(fault);
        CannedGame forgetful = new CannedGame().onPost(307, "").onGet(307, "");
        PushedActions actions = PushCase.actions(game.base());
        PushedActions redirected = PushCase.actions(forgetful.base())) {
      boolean did = fault != Fault.REDIRECTS;

      assertThat(perform(actions, PushCase.write()).status())
          .isEqualTo(did ? Status.DONE : Status.UNKNOWN);
      assertThat(game.counter("a")).isEqualTo(did ? 1 : 0);
      assertThat(perform(redirected, PushCase.write()).status()).isEqualTo(Status.UNKNOWN);
      assertThat(forgetful.posts()).isEqualTo(1);
    }
  }

  @Test
  void aGameThatIsNotThereHasDoneNothing() {
    String base;
    try (CannedGame game = new CannedGame()) {
      base = game.base();
    }
    try (PushedActions actions = PushCase.actions(base)) {
      assertThatThrownBy(() -> perform(actions, PushCase.write()))
          .isInstanceOf(WorldUnavailable.class)
          .hasMessageContaining("not reached");
    }
  }

  @ParameterizedTest
  @CsvSource({"401", "403", "429"})
  void whoTakesNothingNowIsAway(int status) {
    try (CannedGame game = new CannedGame().onPost(status, "").onGet(status, "");
        PushedActions actions = PushCase.actions(game.base())) {
      assertThatThrownBy(() -> perform(actions, PushCase.write()))
          .isInstanceOf(WorldUnavailable.class);
      assertThatThrownBy(() -> reconcile(actions, PushCase.write()))
          .isInstanceOf(WorldUnavailable.class);
      assertThatThrownBy(() -> actions.look(PushCase.read())).isInstanceOf(WorldUnavailable.class);
    }
  }

  @ParameterizedTest
  @CsvSource({"400,''", "404,''", "409,'{\"error\":{\"code\":\"expired\",\"message\":\"late\"}}'"})
  void whatTheGameDeclinedHasFailed(int status, String body) throws InterruptedException {
    try (CannedGame game = new CannedGame().onPost(status, body);
        PushedActions actions = PushCase.actions(game.base())) {
      assertThat(perform(actions, PushCase.write()).status()).isEqualTo(Status.FAILED);
      assertThat(game.gets()).isZero();
    }
  }

  @Test
  void nothingIsSentWithoutTheLease() {
    IllegalStateException taken = new IllegalStateException("taken over");
    try (CannedGame game = new CannedGame().onPost(200, DONE);
        PushedActions actions = PushCase.actions(game.base())) {
      assertThatThrownBy(() ->
              actions.perform(
                  PushCase.write(),
                  Prepared.NOTHING,
                  () -> {
                    throw taken;
                  }))
          .isSameAs(taken);
      assertThat(game.posts()).isZero();
    }
  }

  @Test
  void whatWasNotDoneMayBeSentAgainUntilNobodyWouldBeginItAnyMore() throws InterruptedException {
    Instant now = Instant.now();
    ActionId id = PushCase.ID;
    try (CannedGame game = new CannedGame().onGet(200, PushCase.answer("not_done", ""));
        PushedActions actions = PushCase.actions(game.base())) {
      assertThat(reconcile(actions, PushCase.write(id, 1, now.plusSeconds(60))))
          .isEqualTo(new Reconciled.Again());
      assertThat(reconcile(actions, PushCase.write(id, 1, now.minusSeconds(200))))
          .isEqualTo(new Reconciled.Again());
      assertThat(reconcile(actions, PushCase.write(id, 1, now.minusSeconds(400))))
          .isInstanceOf(Reconciled.NotDone.class);
      assertThat(game.posts()).isZero();
    }
  }

  @Test
  void aGameThatForgotIsUnknown() throws InterruptedException {
    try (TestGame game = TestGame.with(Fault.FORGETS_AT_RESTART);
        PushedActions actions = PushCase.actions(game.base())) {
      Call<SchemaTool> call = PushCase.write();
      Prepared prepared = Prepared.NOTHING;
      actions.perform(call, prepared, () -> {});
      game.restart();

      assertThat(actions.reconcile(call, prepared))
          .isInstanceOfSatisfying(
              Reconciled.Unknown.class,
              unknown -> assertThat(unknown.code()).isEqualTo("game_forgot"));
      assertThat(actions.reconcile(call, prepared).told(call.action()).status())
          .isEqualTo(Status.UNKNOWN);
    }
  }

  /// A game whose store began after the action was issued can't vouch for it.
  @Test
  void onlyAMemoryThatIsOldEnoughVouches() throws InterruptedException {
    Call<SchemaTool> call = PushCase.write();
    try (TestGame old = TestGame.with(Fault.NONE);
        TestGame young = TestGame.bornAt(Instant.now());
        PushedActions asksOld = PushCase.actions(old.base());
        PushedActions asksYoung = PushCase.actions(young.base())) {
      assertThat(reconcile(asksOld, call)).isEqualTo(new Reconciled.Again());
      assertThat(reconcile(asksYoung, call)).isInstanceOf(Reconciled.Unknown.class);
    }
  }

  @Test
  void aQuestionWithoutAnAnswerIsAnOutage() {
    try (CannedGame game = new CannedGame().onGet(502, "");
        PushedActions actions = PushCase.actions(game.base())) {
      assertThatThrownBy(() -> reconcile(actions, PushCase.write()))
          .isInstanceOf(WorldUnavailable.class);
    }
  }

  @Test
  void aReadMayBeAskedAgainAndLeavesNothing() throws InterruptedException {
    try (CannedGame game = new CannedGame().onPost(500, "");
        PushedActions actions = PushCase.actions(game.base())) {
      for (int i = 0; i < 2; i++) {
        assertThatThrownBy(() -> actions.look(PushCase.read()))
            .isInstanceOf(WorldUnavailable.class);
      }
      assertThat(game.posts()).isEqualTo(2);
      assertThat(reconcile(actions, PushCase.read())).isInstanceOf(Reconciled.NotDone.class);
    }
  }

  @Test
  void nobodyPrintsTheSecret() throws InterruptedException {
    String secret = new String(TestGame.SECRET, StandardCharsets.UTF_8);
    try (CannedGame game = new CannedGame();
        PushedActions actions = PushCase.actions(game.base())) {
      ActionResult result = perform(actions, PushCase.write());

      assertThat(PushCase.SECRET.toString() + result).doesNotContain(secret);
      assertThat(PushCase.SECRET).hasToString("***");
    }
  }
}
