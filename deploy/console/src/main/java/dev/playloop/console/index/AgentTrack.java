package dev.playloop.console.index;

import dev.playloop.journal.JournalVerifier;
import dev.playloop.loop.state.Input;
import dev.playloop.schemas.event.ApprovalEvent;
import dev.playloop.schemas.event.Control;
import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.id.AgentId;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What an agent is at, told by its entries one after the other without folding them: a row of the
/// table `agent` that is being written, and the open runs. Says the same as the folded state in all
/// but the moments between a write and its view. Some 500 bytes an agent; one thread's.
final class AgentTrack {
  final long id;
  final AgentId agent;
  final JournalVerifier.Chain chain;
  final Map<String, RunTrack> runs = new HashMap<>();
  Stage stage = Stage.IDLE;
  @Nullable Long since;
  long first;
  long seq = -1;
  long at;
  @Nullable String run;
  @Nullable String parked;
  boolean paused;
  boolean quarantined;
  boolean gone;

  /// Questions that nobody has answered.
  long asked;

  long runCount;
  long cost;
  @Nullable Long words;
  @Nullable Long cap;
  long findings;
  boolean changed = true;

  /// What its open run is at.
  enum Stage {
    IDLE,
    THINKING,
    ACTING,
    WAITING
  }

  AgentTrack(long id, AgentId agent, JournalVerifier.Chain chain) {
    this.id = id;
    this.agent = agent;
    this.chain = chain;
  }

  /// As the page calls it.
  String state() {
    if (gone) {
      return "gone";
    }
    if (quarantined) {
      return "quarantined";
    }
    if (paused && stage == Stage.IDLE) {
      return "paused";
    }
    return switch (stage) {
      case IDLE -> asked > 0 ? "waiting" : "idle";
      case THINKING -> "thinking";
      case ACTING -> asked > 0 ? "waiting" : "acting";
      case WAITING -> "waiting";
    };
  }

  void take(EntryFacts facts) {
    String before = state();
    String runBefore = run;
    changed = true;
    seq = facts.envelope().seq();
    at = facts.envelope().at().toEpochMilli();
    input(facts);
    facts.events().forEach(this::event);
    if (facts.envelope().promptHash() != null) {
      stage = Stage.THINKING;
    }
    if (!state().equals(before) || (run != null && !run.equals(runBefore))) {
      since = at;
    }
  }

  private void input(EntryFacts facts) {
    switch (facts.input()) {
      case Input.DecisionMade(_, _, Decision decision) -> {
        if (decision.turn().run().value().equals(run)) {
          stage = decision.outcome() instanceof Decision.Deferred ? Stage.WAITING : Stage.ACTING;
        }
      }
      case Input.ConfigChanged changedTo -> {
        gone = changedTo.config() == null;
        cap = changedTo.config() == null ? null : Usd.pico(changedTo.config().caps().usdPerDay());
      }
      case Input.Controlled(_, _, Control control) -> {
        if (control instanceof Control.Pause) {
          paused = true;
        } else if (control instanceof Control.Resume) {
          paused = false;
        }
      }
      case null, default -> {
        // Changes nothing of what is shown here.
      }
    }
  }

  private void event(LoopEvent event) {
    switch (event) {
      case LoopEvent.RunOpened opened -> {
        run = opened.run().value();
        stage = Stage.ACTING;
        runCount++;
      }
      case LoopEvent.RunClosed closed -> {
        String ended = closed.run().value();
        if (ended.equals(run)) {
          run = null;
          stage = Stage.IDLE;
        }
        if (ended.equals(parked)) {
          parked = null;
        }
      }
      case ApprovalEvent.RunParked left -> {
        parked = left.run().value();
        if (parked.equals(run)) {
          run = null;
          stage = Stage.IDLE;
        }
      }
      case ApprovalEvent.RunResumed back -> {
        run = back.run().value();
        parked = null;
        stage = Stage.ACTING;
      }
      case LoopEvent.ApprovalAsked _ -> asked++;
      case ApprovalEvent.Ended _ -> asked = Math.max(0, asked - 1);
      case LoopEvent.Quarantined _ -> quarantined = true;
      default -> {
        // Changes nothing of what is shown here.
      }
    }
  }
}
