package dev.playloop.journal;

import dev.playloop.journal.Releases.Basis;
import dev.playloop.loop.state.Input;
import dev.playloop.loop.state.Transition;
import dev.playloop.schemas.Text;
import dev.playloop.schemas.event.View;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Takes steps so that no input can stop its agent: what throws, and what would be larger than its
/// topic allows, is folded as poisoned instead. Folded, rendered and serialised alike, with nothing
/// stored or sent yet. Immutable, usable by any thread.
public final class PoisonNet {
  /// What the changelog takes, with room for the key and the shell's own frame.
  public static final int MAX_STATE_BYTES = 2 * 1024 * 1024 - 16 * 1024;

  private static final Logger LOG = LoggerFactory.getLogger(PoisonNet.class);
  private static final int MAX_ERROR = 500;

  private final Desk desk;
  private final ToIntFunction<Outgoing> maxBytes;

  /// @param maxBytes how long the value of a record may be where it goes
  public PoisonNet(Desk desk, ToIntFunction<Outgoing> maxBytes) {
    this.desk = desk;
    this.maxBytes = maxBytes;
  }

  /// A step and what is journaled of it. `bug` is the failure that was folded as poisoned, where
  /// there was one.
  public record Caught(Taken taken, Entry entry, @Nullable RuntimeException bug) {}

  /// Not even the closing of the run could be folded. Nothing was stored or sent.
  public static final class UnfoldableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnfoldableException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /// What `given` comes to. Throws [UnfoldableException].
  public Caught take(Live live, Given given, @Nullable Sight sight, Basis by) {
    Input input = given.input();
    try {
      return whole(desk.take(live, input, view(sight), by), given, sight, null);
    } catch (RuntimeException e) {
      // A bug of the loop, or a value that it can't hold: it is journaled, the run closes as
      // FAILED, and the partition goes on.
      LOG.atError()
          .addKeyValue("agent", live.state().agent())
          .addKeyValue("input", input.id())
          .setCause(e)
          .log("the fold failed");
      return poisoned(live, given, sight, by, e);
    }
  }

  private Caught poisoned(
      Live live, Given given, @Nullable Sight sight, Basis by, RuntimeException bug) {
    Input input = given.input();
    String error = Text.cut(bug.toString(), MAX_ERROR);
    try {
      return whole(desk.poisoned(live, input, view(sight), error, by), given, sight, bug);
    } catch (RuntimeException e) {
      throw new UnfoldableException(input.id() + ": " + error + ", then " + e, e);
    }
  }

  private Caught whole(
      Taken taken, Given given, @Nullable Sight sight, @Nullable RuntimeException bug) {
    Entry entry = taken.entry(given.json(), sight == null ? null : sight.json());
    for (Outgoing outgoing : taken.rendered().outgoing()) {
      check(
          outgoing.getClass().getSimpleName(),
          outgoing.value().length,
          maxBytes.applyAsInt(outgoing));
    }
    check("AgentState", taken.json().bytes().length, MAX_STATE_BYTES);
    for (Transition.Appended appended : taken.step().appended()) {
      check("Message", appended.written().json().length, MAX_STATE_BYTES);
    }
    return new Caught(taken, entry, bug);
  }

  private static @Nullable View view(@Nullable Sight sight) {
    return sight == null ? null : sight.view();
  }

  private static void check(String what, int bytes, int max) {
    if (bytes > max) {
      throw new IllegalStateException(
          what + ": a record of " + bytes + " bytes, the topic takes " + max);
    }
  }
}
