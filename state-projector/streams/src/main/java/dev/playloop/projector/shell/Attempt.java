package dev.playloop.projector.shell;

import dev.playloop.journal.Outgoing;
import dev.playloop.journal.Rendering.Rendered;
import dev.playloop.journal.Transcript;
import dev.playloop.loop.Input;
import dev.playloop.loop.StateJson;
import dev.playloop.loop.Step;
import dev.playloop.schemas.Text;
import dev.playloop.schemas.event.View;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.topic.Topics;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One input folded, rendered and serialised, with nothing stored or sent yet. What throws, and
/// what would be larger than its topic allows, is folded as poisoned instead; `bug` is then the
/// failure.
record Attempt(
    Step step,
    Transcript transcript,
    Rendered rendered,
    StateJson state,
    String input,
    @Nullable RuntimeException bug) {
  /// What the changelog takes, with room for the key and the shell's own frame.
  static final int MAX_STATE_BYTES = 2 * 1024 * 1024 - 16 * 1024;

  private static final Logger LOG = LoggerFactory.getLogger(Attempt.class);
  private static final int MAX_ERROR = 500;

  static Attempt of(Brain brain, Topics topics, Live live, Input input, @Nullable View view) {
    try {
      Step step = brain.fold(live.state(), input);
      return checked(topics, whole(brain, step, live, input, view, null));
    } catch (RuntimeException e) {
      // A bug of the loop, or a value that it can't hold: it is journaled, the run closes as
      // FAILED, and the partition goes on.
      LOG.atError()
          .addKeyValue("agent", live.state().agent())
          .addKeyValue("input", input.id())
          .setCause(e)
          .log("the fold failed");
      return poisoned(brain, topics, live, input, view, e);
    }
  }

  private static Attempt poisoned(
      Brain brain,
      Topics topics,
      Live live,
      Input input,
      @Nullable View view,
      RuntimeException bug) {
    String error = bug.toString();
    String cut = Text.cut(error, MAX_ERROR);
    try {
      Step step = brain.poisoned(live.state(), input, cut);
      return checked(topics, whole(brain, step, live, input, view, bug));
    } catch (RuntimeException e) {
      throw new UnfoldableException(input.id() + ": " + cut + ", then " + e, e);
    }
  }

  /// Not even the closing of the run could be folded. Nothing was stored or sent.
  static final class UnfoldableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnfoldableException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  private static Attempt whole(
      Brain brain,
      Step step,
      Live live,
      Input input,
      @Nullable View view,
      @Nullable RuntimeException bug) {
    Transcript transcript = live.transcript().after(step);
    return new Attempt(
        step,
        transcript,
        brain.render(step, transcript, view),
        StateJson.of(step.state(), live.parts()),
        Json.text(input),
        bug);
  }

  private static Attempt checked(Topics topics, Attempt attempt) {
    for (Outgoing outgoing : attempt.rendered().outgoing()) {
      int max =
          switch (outgoing) {
            case Outgoing.ToTurns ignored -> topics.turns().maxRecordBytes();
            case Outgoing.ToActions to -> topics.actions(to.world()).maxRecordBytes();
          };
      check(outgoing.getClass().getSimpleName(), outgoing.value().length, max);
    }
    check("AgentState", attempt.state().bytes().length, MAX_STATE_BYTES);
    for (Step.Appended appended : attempt.step().appended()) {
      check("Message", appended.written().json().length, MAX_STATE_BYTES);
    }
    return attempt;
  }

  private static void check(String what, int bytes, int max) {
    if (bytes > max) {
      throw new IllegalStateException(
          what + ": a record of " + bytes + " bytes, the topic takes " + max);
    }
  }
}
