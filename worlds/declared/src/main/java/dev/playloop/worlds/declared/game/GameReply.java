package dev.playloop.worlds.declared.game;

import org.jspecify.annotations.Nullable;

/// What came back of one request to a game.
public sealed interface GameReply {

  /// A whole answer, of whatever kind.
  ///
  /// @param location where a redirection leads to; nobody follows it
  @SuppressWarnings("ArrayRecordComponent") // compared nowhere
  record Came(int status, byte[] body, @Nullable String location) implements GameReply {}

  /// No whole answer in time, or too large a one: the game may have got the request.
  record Lost(String why) implements GameReply {}

  /// The request was not sent: the game can't have got it.
  record NotSent(String why) implements GameReply {}
}
