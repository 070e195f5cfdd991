package dev.playloop.operator;

import dev.playloop.audit.JournalSource;
import dev.playloop.audit.Moments;
import dev.playloop.journal.JournalVerifier;
import dev.playloop.journal.Outgoing;
import dev.playloop.journal.Refold;
import dev.playloop.loop.state.Command;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.json.Json;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/// The prompts of a run, rebuilt from its journal byte for byte.
public final class RunPrompts {
  private RunPrompts() {}

  /// One turn's prompt.
  ///
  /// @param seq the entry that opened the turn
  /// @param journaled the hash that the journal holds; null where it is a part of the commands'
  public record Rebuilt(long seq, Turn turn, @Nullable String journaled) {
    /// Whether the journal says the same.
    public boolean matches() {
      return journaled == null || journaled.equals(turn.hash());
    }
  }

  /// Those of the turns that are wanted, by their numbers; of a turn that was opened again, the
  /// last one. `journal` is all of it, or a part that begins with a snapshot before the run. A turn
  /// whose entry can't be folded is missing.
  public static Map<Integer, Rebuilt> of(
      RunId run, IntPredicate wanted, JournalSource journal, JournalVerifier verifier) {
    Map<Integer, Rebuilt> rebuilt = new TreeMap<>();
    Moments.of(
        verifier,
        journal,
        run.agent(),
        moment -> {
          Refold.Last last = moment.progress().last();
          if (last != null && opens(last, run, wanted)) {
            last.rendered().outgoing().stream()
                .filter(Outgoing.ToTurns.class::isInstance)
                .map(turn -> Json.read(turn.value(), Turn.class))
                .filter(turn -> turn.turn().run().equals(run))
                .forEach(turn ->
                    rebuilt.put(
                        turn.turn().number(),
                        new Rebuilt(
                            moment.read().envelope().seq(),
                            turn,
                            moment.read().envelope().promptHash())));
          }
          return true;
        });
    return rebuilt;
  }

  private static boolean opens(Refold.Last last, RunId run, IntPredicate wanted) {
    return last.step().commands().stream()
        .anyMatch(command ->
            command instanceof Command.OpenTurn open
                && open.turn().run().equals(run)
                && wanted.test(open.turn().number()));
  }
}
