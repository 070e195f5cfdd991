package dev.playloop.projector.shell;

import dev.playloop.projector.journal.Outgoing;
import dev.playloop.projector.journal.Rendering.Rendered;
import dev.playloop.projector.journal.Transcript;
import dev.playloop.projector.loop.Input;
import dev.playloop.projector.loop.Step;
import dev.playloop.schemas.event.View;
import dev.playloop.schemas.topic.Topics;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One input folded and rendered, with nothing stored or sent yet. What throws, and what would be
/// larger than its topic allows, is folded as poisoned instead.
record Attempt(Step step, Transcript transcript, Rendered rendered) {
  private static final Logger LOG = LoggerFactory.getLogger(Attempt.class);
  private static final int MAX_ERROR = 500;

  static Attempt of(Brain brain, Topics topics, Live live, Input input, @Nullable View view) {
    try {
      return checked(topics, whole(brain, brain.fold(live.state(), input), live, view));
    } catch (RuntimeException e) {
      // The one place where a bug of the loop must not stop a partition: it is journaled, the run
      // closes as FAILED, and the partition goes on.
      String error = e.toString();
      LOG.atError()
          .addKeyValue("agent", live.state().agent())
          .addKeyValue("input", input.id())
          .setCause(e)
          .log("the fold failed");
      String cut = error.substring(0, Math.min(error.length(), MAX_ERROR));
      return poisoned(brain, topics, live, input, view, cut);
    }
  }

  private static Attempt poisoned(
      Brain brain, Topics topics, Live live, Input input, @Nullable View view, String error) {
    try {
      return checked(topics, whole(brain, brain.poisoned(live.state(), input, error), live, view));
    } catch (RuntimeException e) {
      throw new UnfoldableException(input.id() + ": " + error + ", then " + e, e);
    }
  }

  /// Not even the closing of the run could be folded. Nothing was stored or sent.
  static final class UnfoldableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnfoldableException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  private static Attempt whole(Brain brain, Step step, Live live, @Nullable View view) {
    Transcript transcript = live.transcript().after(step);
    return new Attempt(step, transcript, brain.render(step, transcript, view));
  }

  private static Attempt checked(Topics topics, Attempt attempt) {
    for (Outgoing outgoing : attempt.rendered().outgoing()) {
      int max =
          switch (outgoing) {
            case Outgoing.ToTurns ignored -> topics.turns().maxRecordBytes();
            case Outgoing.ToActions to -> topics.actions(to.world()).maxRecordBytes();
          };
      if (outgoing.value().length > max) {
        throw new IllegalStateException(
            outgoing.getClass().getSimpleName()
                + ": a record of "
                + outgoing.value().length
                + " bytes, the topic takes "
                + max);
      }
    }
    return attempt;
  }
}
