package dev.playloop.loop;

import dev.playloop.loop.state.Draft;
import dev.playloop.loop.state.Phase;
import dev.playloop.loop.state.RunDraft;
import java.util.stream.Stream;

/// What it means for an open run that the world declares other tools, and those that the run began
/// with are not known any more.
final class Updating {
  private Updating() {}

  /// The run goes on with the tools of now, and its next turn says so; where one is gone whose
  /// answer it waits for, nobody could ask for that answer, and the run ends.
  static void goOn(Draft draft) {
    RunDraft run = draft.openRun();
    draft.goOn();
    if (run == null) {
      return;
    }
    String gone =
        waitsFor(run).filter(tool -> draft.catalogue().find(tool) == null).findFirst().orElse(null);
    if (gone == null) {
      run.notice(
          "tools_changed",
          "The game was updated since this began: your tools are those that you are offered now.");
    } else {
      RunClosing.cancel(draft, "an update of the game took the tool " + gone + " away");
    }
  }

  private static Stream<String> waitsFor(RunDraft run) {
    Stream<String> doubt = run.doubt() == null ? Stream.of() : Stream.of(run.doubt().tool());
    Stream<String> open =
        run.phase() instanceof Phase.Acting acting
            ? acting.open().stream().map(pending -> pending.tool())
            : Stream.of();
    return Stream.concat(doubt, open);
  }
}
