package dev.playloop.worlds.declared.game;

import dev.playloop.schemas.event.ActionResult.ActionError;
import dev.playloop.schemas.event.ActionResult.Status;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What a reply says of one action, as the contract has it. Immutable; the JSON is not to be
/// changed.
public sealed interface GameAnswer {

  /// It has ended, for good.
  ///
  /// @param status DONE, REFUSED or FAILED
  /// @param error where it is not done
  /// @param version of the world event that tells what was done, where the game says it
  record Ended(
      Status status, @Nullable JsonNode output, @Nullable ActionError error, @Nullable Long version)
      implements GameAnswer {}

  /// It is being done.
  record Busy() implements GameAnswer {}

  /// It came too late, and nothing was done.
  record Expired() implements GameAnswer {}

  /// The game vouches that it has not been done.
  record NotDone() implements GameAnswer {}

  /// The game has no memory of it.
  record Forgotten() implements GameAnswer {}

  /// The request was not taken, and nothing was done; it may be taken later.
  record Away(String why) implements GameAnswer {}

  /// The request was not taken, and nothing was done; it would not be taken later either.
  record Declined(String why) implements GameAnswer {}

  /// No answer by the contract. It says nothing about what was done.
  record Garbled(String why) implements GameAnswer {}
}
