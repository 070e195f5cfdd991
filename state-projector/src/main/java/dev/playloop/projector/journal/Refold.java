package dev.playloop.projector.journal;

import dev.playloop.projector.journal.JournalReader.Read;
import dev.playloop.projector.journal.JournalVerifier.Finding;
import dev.playloop.projector.journal.JournalVerifier.Problem;
import dev.playloop.projector.loop.AgentState;
import dev.playloop.projector.loop.Fold;
import dev.playloop.projector.loop.Input;
import dev.playloop.projector.loop.Prompt;
import dev.playloop.projector.loop.StateHash;
import dev.playloop.projector.loop.Step;
import dev.playloop.schemas.event.JournalEntry;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Folds journaled inputs again. Immutable; a [Progress] is one agent's and one thread's.
public final class Refold {
  private final Fold fold;
  private final Rendering rendering;
  private final Release release;

  public Refold(Fold fold, Prompt prompt, Release release) {
    this.fold = fold;
    this.rendering = new Rendering(prompt);
    this.release = release;
  }

  /// Begins with an agent's first entry where `start` is the chain's start; else at the first
  /// snapshot.
  Progress begin(AgentId agent, @Nullable ChainHead start) {
    return new Progress(ChainHead.START.equals(start) ? AgentState.empty(agent) : null);
  }

  /// Where one agent's re-fold stands. The state is null while it is unknown.
  final class Progress {
    private @Nullable AgentState state;
    private Transcript transcript = Transcript.EMPTY;

    private Progress(@Nullable AgentState state) {
      this.state = state;
    }

    /// Nothing can be folded again before the next snapshot.
    void lose() {
      state = null;
    }

    /// Folds one entry again; false where that was not possible.
    boolean fold(int position, Read read, List<Finding> findings) {
      boolean snapshot = read.envelope().kind().equals(Entry.SNAPSHOT);
      JournalEntry.Body body = read.body();
      if (body == null
          || read.envelope().foldVersion() != release.fold()
          || !read.envelope().catalogue().equals(release.catalogue())) {
        if (!snapshot) {
          lose();
        }
        return false;
      }
      try {
        return snapshot
            ? load(position, read, Json.LOG.treeToValue(body.input(), Snapshot.class), findings)
            : again(position, read, body, findings);
      } catch (RuntimeException e) {
        // A forged payload may hold anything, and a fold may throw where it did not throw then.
        findings.add(new Finding(position, Problem.STATE_DIFFERS, "folding again gives " + e));
        return false;
      }
    }

    private boolean again(int position, Read read, JournalEntry.Body body, List<Finding> findings) {
      AgentState before = state;
      if (before == null) {
        return false;
      }
      Input input = Json.LOG.treeToValue(body.input(), Input.class);
      Step step = step(before, input, body.events());
      transcript = transcript.after(step);
      state = step.state();
      compare(position, "state", StateHash.of(step.state()), read.envelope().stateHash(), findings);
      String commands = rendering.of(step, transcript, body.view()).commandsHash();
      compare(position, "commands", commands, read.envelope().commandsHash(), findings);
      return true;
    }

    private boolean load(int position, Read read, Snapshot snapshot, List<Finding> findings) {
      String hash = StateHash.of(snapshot.state());
      compare(position, "state", hash, read.envelope().stateHash(), findings);
      if (state != null) {
        compare(position, "state", StateHash.of(state), hash, findings);
      }
      state = snapshot.state();
      transcript = Transcript.of(snapshot.transcript());
      return true;
    }

    /// A fold that threw is journaled with what it threw, since that decides what followed.
    private Step step(AgentState before, Input input, List<LoopEvent> events) {
      for (LoopEvent event : events) {
        if (event instanceof LoopEvent.Poisoned poisoned) {
          return fold.poisoned(before, input, poisoned.error());
        }
      }
      return fold.fold(before, input);
    }
  }

  private static void compare(
      int position, String what, String got, String written, List<Finding> findings) {
    if (!got.equals(written)) {
      findings.add(
          new Finding(
              position,
              what.equals("state") ? Problem.STATE_DIFFERS : Problem.COMMANDS_DIFFER,
              "the journal says " + written + ", folding again gives " + got));
    }
  }
}
