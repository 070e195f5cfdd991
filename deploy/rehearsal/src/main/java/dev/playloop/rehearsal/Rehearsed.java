package dev.playloop.rehearsal;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the rehearsal model does with a request, before any wire format.
sealed interface Rehearsed {

  /// An answer.
  record Says(String text, List<Call> calls) implements Rehearsed {
    public Says {
      calls = List.copyOf(calls);
    }
  }

  /// `arguments` is the text on the wire, which may be no JSON.
  record Call(String id, String tool, String arguments) {}

  /// An HTTP error in OpenAI's shape.
  record Refuses(int status, String type, String message, @Nullable Integer retryAfterSeconds)
      implements Rehearsed {}

  /// Status 200 with half a body.
  record Breaks() implements Rehearsed {}

  /// Nothing for a while, then an overload.
  record Hangs(Duration length) implements Rehearsed {}
}
