package dev.playloop.worlds.model.game;

import java.nio.file.Path;
import java.util.Set;

/// What a game is started with. Prints itself without the token.
///
/// @param programs where it may keep programs that it needs, also for later starts
/// @param store where it keeps what happened in it
/// @param gateway where it tells of itself and fetches its actions, as an HTTP address
/// @param token as whom
/// @param with what it does beside being there
public record GameStart(Path programs, Path store, String gateway, String token, Set<With> with) {
  /// What a game can do beside being there.
  public enum With {
    /// It plays the story of its example: players come, and go.
    STORY,
    /// It serves a page on which people watch it, where the game has one.
    PAGE
  }

  public GameStart {
    with = Set.copyOf(with);
  }

  public boolean plays() {
    return with.contains(With.STORY);
  }

  public boolean isWatched() {
    return with.contains(With.PAGE);
  }

  @Override
  public String toString() {
    return "a game in " + store + " that joins " + gateway;
  }
}
