package dev.playloop.worlds.model.game;

import java.nio.file.Path;
import java.util.Set;

/// What a game is started with. Prints itself without the token.
///
/// @param programs where it may keep programs that it needs, also for later starts
/// @param store where it keeps what happened in it
/// @param joins where it joins
/// @param token as whom
/// @param with what it does beside being there
public record GameStart(Path programs, Path store, Joins joins, String token, Set<With> with) {
  /// What a game can do beside being there.
  public enum With {
    /// It plays the story of its example: players come, and go.
    STORY,
    /// Players talk in it on and on, while it is killed and frozen; at the end all of them are
    /// answered. Ends as a story does. What it has done stands at its `/seen/deeds`, by the
    /// actions' ids, and what its players have heard an answer to in `heard.json` of its store.
    STORM,
    /// It serves a page on which people watch it, where the game has one.
    PAGE
  }

  /// Where a game joins, as HTTP addresses; one and the same where a gateway serves both.
  ///
  /// @param events where it tells of itself
  /// @param actions where it fetches what it is to do
  public record Joins(String events, String actions) {
    public static Joins at(String gateway) {
      return new Joins(gateway, gateway);
    }
  }

  public GameStart {
    with = Set.copyOf(with);
  }

  /// Whether it does something that ends.
  public boolean plays() {
    return with.contains(With.STORY) || isStormy();
  }

  public boolean isStormy() {
    return with.contains(With.STORM);
  }

  public boolean isWatched() {
    return with.contains(With.PAGE);
  }

  @Override
  public String toString() {
    return "a game in " + store + " that joins " + joins.events();
  }
}
