package dev.playloop.worlds.model.game;

import java.nio.file.Path;

/// What a game is started with. Prints itself without the token.
///
/// @param programs where it may keep programs that it needs, also for later starts
/// @param store where it keeps what happened in it
/// @param gateway where it tells of itself and fetches its actions, as an HTTP address
/// @param token as whom
/// @param plays whether it also plays the story of its example: players come, and go
public record GameStart(Path programs, Path store, String gateway, String token, boolean plays) {
  @Override
  public String toString() {
    return "a game in " + store + " that joins " + gateway;
  }
}
