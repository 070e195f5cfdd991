package dev.playloop.loop.state;

import dev.playloop.schemas.Text;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.TurnId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The acting phase while a fold works on it; see [Phase.Acting] for what its fields mean.
public final class ActingDraft {
  private final TurnId turn;
  private final String text;
  private final boolean fallback;
  private final List<Pending> open;
  private boolean failed;
  private boolean broken;
  private boolean looked;
  private boolean ends;
  private boolean moved;
  private Phase.@Nullable Finish finish;

  public ActingDraft(TurnId turn, String text, boolean fallback) {
    this.turn = turn;
    this.text = Text.cut(text, Run.MAX_SUMMARY);
    this.fallback = fallback;
    open = new ArrayList<>();
  }

  public ActingDraft(Phase.Acting acting) {
    turn = acting.turn();
    text = acting.text();
    fallback = acting.fallback();
    open = new ArrayList<>(acting.open());
    failed = acting.failed();
    broken = acting.broken();
    looked = acting.looked();
    ends = acting.ends();
    moved = acting.moved();
    finish = acting.finish();
  }

  /// Another call without an answer.
  public void begin(Pending pending) {
    open.add(pending);
  }

  /// Puts `next` in the place of `before`.
  public void replace(Pending before, Pending next) {
    open.set(open.indexOf(before), next);
  }

  /// The call has its answer, or needs none.
  public void end(Pending pending) {
    open.removeIf(other -> other.number() == pending.number());
  }

  /// A call did not succeed; `write` where later writes must not go on without it.
  public void fail(boolean write) {
    failed = true;
    broken |= write;
  }

  /// An answer came that the model has to see.
  public void look() {
    looked = true;
  }

  /// A tool that ends the run succeeded.
  public void endRun() {
    ends = true;
  }

  /// A write named the world version that shows it.
  public void move() {
    moved = true;
  }

  public void finish(Phase.Finish wish) {
    finish = wish;
  }

  /// The id of the call's action.
  public ActionId action(Pending pending) {
    return ActionId.of(turn, pending.number());
  }

  TurnId turn() {
    return turn;
  }

  public String text() {
    return text;
  }

  public boolean isFallback() {
    return fallback;
  }

  /// As they are now; later changes don't show in it.
  public List<Pending> open() {
    return List.copyOf(open);
  }

  public boolean failed() {
    return failed;
  }

  public boolean broken() {
    return broken;
  }

  public boolean looked() {
    return looked;
  }

  public boolean ends() {
    return ends;
  }

  public boolean moved() {
    return moved;
  }

  public Phase.@Nullable Finish finish() {
    return finish;
  }
}
