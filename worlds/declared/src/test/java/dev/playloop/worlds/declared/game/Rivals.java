package dev.playloop.worlds.declared.game;

import java.util.concurrent.Exchanger;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Where two that act at once meet, in the midst of what they do.
final class Rivals {
  private static final long MILLIS = 250;

  private final Exchanger<Rivals> meeting = new Exchanger<>();

  /// Waits a little for another that is as far as this one.
  void letIn() throws InterruptedException {
    try {
      meeting.exchange(this, MILLIS, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      return; // nobody came
    }
  }
}
