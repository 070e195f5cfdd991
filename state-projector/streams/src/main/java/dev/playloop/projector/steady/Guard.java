package dev.playloop.projector.steady;

import dev.playloop.kit.topic.Suspects;
import dev.playloop.kit.topic.Suspects.Position;
import java.util.function.Consumer;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/// Stands around the handling of one record, of one deadline and of one view, for the sake of an
/// `Error`: it is noted as that record's and goes on to end the thread. A record that struck often
/// enough is not handled any more. Owned by the task's thread.
public final class Guard {
  private static final String DEADLINE = "deadline:";
  private static final long ALWAYS = 0;

  private final Pulse pulse;
  private final Suspects suspects;

  public Guard(Pulse pulse) {
    this.pulse = pulse;
    this.suspects = pulse.suspects();
  }

  /// Why a record is not handled any more.
  public static final class SkippedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private SkippedException(Position at) {
      super("an Error struck " + Suspects.STRIKES + " times at " + at + "; it is not tried again");
    }
  }

  /// Handles the record, or gives it to `skip` where it is guilty.
  public void handle(
      RecordMetadata from,
      Record<?, ?> record,
      Runnable handling,
      Consumer<RuntimeException> skip) {
    Position at = new Position(from.topic(), from.partition(), from.offset());
    if (suspects.isGuilty(at)) {
      if (record.value() != null) {
        pulse.skipped(); // else whoever could not read it has counted it
      }
      skip.accept(new SkippedException(at));
    } else {
      noting(at, handling);
    }
    suspects.passed(at.topic(), at.partition(), at.offset());
    pulse.backpressure().handled(at.topic(), at.partition(), at.offset());
  }

  /// Lets `waking` deal with what is due of `owner` at `due`, or `skip` where that is guilty.
  public void wake(String owner, long due, Runnable waking, Runnable skip) {
    Position at = new Position(DEADLINE + owner, 0, due);
    if (suspects.isGuilty(at)) {
      skip.run();
    } else {
      noting(at, waking);
    }
    suspects.passed(at.topic(), at.partition(), at.offset());
  }

  /// As [#wake], for what is due whenever something changed: all strikes count against the owner,
  /// so that no stream of events can end one thread after the other.
  public void again(String owner, Runnable doing, Runnable skip) {
    wake(owner, ALWAYS, doing, skip);
  }

  private void noting(Position at, Runnable handling) {
    try {
      handling.run();
    } catch (Error e) {
      pulse.struck(at, e);
      throw e;
    }
  }
}
