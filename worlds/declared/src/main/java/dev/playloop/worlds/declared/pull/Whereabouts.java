package dev.playloop.worlds.declared.pull;

import dev.playloop.worlds.declared.game.GameAnswer;
import java.time.Instant;

/// Where an action stands, for the executor that waits for its end.
sealed interface Whereabouts {

  /// It is to be handed out to act, and may be until then.
  ///
  /// @param denied whether the game has said that it had not done it
  record Waits(boolean denied, Instant notAfter) implements Whereabouts {}

  /// Nobody will be handed it to act any more: its time is over.
  ///
  /// @param denied whether the game has said that it had not done it
  record Expired(boolean denied) implements Whereabouts {}

  /// An answer is waited for until then.
  record Out(Instant until) implements Whereabouts {}

  /// Nobody has answered in time.
  ///
  /// @param held whether a puller has it in its hands, as an order or as a question
  record RanOut(boolean held) implements Whereabouts {}

  /// Its answer is there: ended, or forgotten.
  record Ended(GameAnswer answer) implements Whereabouts {}
}
