package dev.playloop.worlds.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What every world owes to the executor. A world's test extends this and says how to reach the
/// world, which write has an effect that can be counted, and which one is refused.
public abstract class WorldContract {
  private static final int AT_ONCE = 64;

  /// A call and, where its arguments are wrong, the field at fault.
  public record BadCall(Action action, String field) {}

  protected abstract TestExecutor<?> actions();

  /// A write that succeeds and whose effects [#effects()] counts; `run` tells apart action ids.
  protected abstract Action write(String run);

  /// A write that the rules of the world refuse now.
  protected abstract Action refusedWrite(String run);

  /// Changes the world so that [#refusedWrite] would be allowed from now on.
  protected abstract void allowWhatWasRefused();

  /// Calls whose arguments don't fit.
  protected abstract List<BadCall> badCalls();

  /// How often a [#write] has taken effect, counted in the world itself.
  protected abstract long effects();

  /// All that a write could change, as the world itself tells.
  protected abstract Object state();

  /// Whether the world tells what a write would come to; else it refuses to.
  protected boolean simulates() {
    return true;
  }

  /// Whether the world can say that a write which it never got will not happen any more. Where it
  /// may still be on its way, that it has not happened is all there is to say.
  protected boolean vouchesForWhatMayStillCome() {
    return true;
  }

  @Test
  void peopleAreToldHowItActsOnce() {
    assertThat(actions().world().keepsLedger())
        .isEqualTo(actions().actions().safety() == WorldActions.Safety.LEDGER);
  }

  @Test
  void theSameActionTwiceHasOneEffectAndOneAnswer() throws Exception {
    long before = effects();
    ActionResult first = actions().perform(write("twice"));
    ActionResult second = actions().perform(write("twice"));
    assertThat(first.status()).as("%s", first).isEqualTo(Status.DONE);
    assertThat(second).isEqualTo(first);
    assertThat(effects()).isEqualTo(before + 1);
  }

  @Test
  void theSameActionManyTimesAtOnceHasOneEffectAndOneAnswer() throws Exception {
    long before = effects();
    List<ActionResult> results = AtOnce.call(AT_ONCE, () -> actions().perform(write("at-once")));
    assertThat(results).hasSize(AT_ONCE).containsOnly(results.getFirst());
    assertThat(results.getFirst().status()).isEqualTo(Status.DONE);
    assertThat(effects()).isEqualTo(before + 1);
  }

  @Test
  void aRefusalIsKeptEvenWhenTheWorldWouldAllowItLater() throws Exception {
    Object before = state();
    ActionResult first = actions().perform(refusedWrite("refused"));
    assertThat(first.status()).isEqualTo(Status.REFUSED);
    assertThat(first.error()).isNotNull();
    assertThat(first.error().code()).isNotBlank();
    assertThat(first.error().message()).isNotBlank();
    assertThat(state()).isEqualTo(before);
    allowWhatWasRefused();
    assertThat(actions().perform(refusedWrite("refused"))).isEqualTo(first);
    assertThat(actions().perform(refusedWrite("asked-anew")).status()).isEqualTo(Status.DONE);
  }

  @Test
  void aWriteWhoseLeaseIsTakenBackIsNotBegun() throws Exception {
    Object before = state();
    IllegalStateException taken = new IllegalStateException("taken back");
    assertThatThrownBy(() ->
            actions()
                .perform(
                    write("taken-back"),
                    () -> {
                      throw taken;
                    }))
        .isSameAs(taken);
    assertThat(state()).isEqualTo(before);
    assertThat(actions().perform(write("taken-back")).status()).isEqualTo(Status.DONE);
  }

  @Test
  void badArgumentsAreRefusedWithTheFieldAndChangeNothing() throws Exception {
    Object before = state();
    for (BadCall bad : badCalls()) {
      ActionResult result = actions().perform(bad.action());
      assertThat(result.status()).as("%s", bad).isEqualTo(Status.REFUSED);
      assertThat(result.error()).isNotNull();
      assertThat(result.error().field()).as("%s", bad).isEqualTo(bad.field());
    }
    assertThat(state()).isEqualTo(before);
  }

  @Test
  void simulatingTellsTheOutcomeAndChangesNothing() throws Exception {
    Object before = state();
    assertThat(actions().simulate(write("imagined")).status())
        .isEqualTo(simulates() ? Status.DONE : Status.REFUSED);
    assertThat(actions().simulate(refusedWrite("imagined-refusal")).status())
        .isEqualTo(Status.REFUSED);
    assertThat(state()).isEqualTo(before);
    long effects = effects();
    assertThat(actions().perform(write("imagined")).status()).isEqualTo(Status.DONE);
    assertThat(effects()).isEqualTo(effects + 1);
  }

  @Test
  void reconcilingTellsWhetherItHappenedAndNeverPerforms() throws Exception {
    Action action = write("reconciled");
    long before = effects();
    ActionResult unknown = actions().reconcile(action, actions().prepare(action));
    boolean vouches = vouchesForWhatMayStillCome();
    assertThat(unknown.status()).isEqualTo(vouches ? Status.FAILED : Status.UNKNOWN);
    assertThat(unknown.error()).isNotNull();
    assertThat(unknown.error().code()).isEqualTo(vouches ? "not_done" : "not_sent_again");
    assertThat(effects()).isEqualTo(before);

    var prepared = actions().prepare(action);
    ActionResult done = actions().perform(action);
    assertThat(actions().reconcile(action, prepared)).isEqualTo(done);
    assertThat(done.status()).isEqualTo(Status.DONE);
    assertThat(effects()).isEqualTo(before + 1);
  }
}
