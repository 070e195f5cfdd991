package dev.playloop.loop;

import dev.playloop.schemas.Text;
import dev.playloop.schemas.id.TurnId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The acting phase while a fold works on it; see [Run.Acting] for what its fields mean.
final class ActingDraft {
  final TurnId turn;
  final String text;
  final List<Run.Pending> open;
  boolean failed;
  boolean broken;
  boolean looked;
  boolean ends;
  boolean moved;
  Run.@Nullable Finish finish;
  final boolean fallback;

  ActingDraft(TurnId turn, String text, boolean fallback) {
    this.turn = turn;
    this.text = Text.cut(text, Run.MAX_SUMMARY);
    this.fallback = fallback;
    open = new ArrayList<>();
  }

  ActingDraft(Run.Acting acting) {
    turn = acting.turn();
    text = acting.text();
    open = new ArrayList<>(acting.open());
    failed = acting.failed();
    broken = acting.broken();
    looked = acting.looked();
    ends = acting.ends();
    moved = acting.moved();
    finish = acting.finish();
    fallback = acting.fallback();
  }

  /// Puts `next` in the place of `before`.
  void replace(Run.Pending before, Run.Pending next) {
    open.set(open.indexOf(before), next);
  }

  Run.Acting freeze() {
    return new Run.Acting(turn, text, open, failed, broken, looked, ends, moved, finish, fallback);
  }
}
