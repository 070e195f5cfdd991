package dev.playloop.chaos.declared;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;

/// How a game deals with its actions for now. Its process looks before each request.
enum Mood {
  WELL,
  /// Does what it is told, and ends the connection without an answer.
  MUTE,
  /// Answers everything with a page of some proxy, and does nothing.
  HTML,
  /// Takes no action: 429.
  FULL,
  /// Gets each action twice, as from a proxy that repeats.
  DOUBLED,
  /// Of those that fetch: its process ends with the next action that it is handed.
  DIES_BEFORE_IT_ACTS,
  DIES_BEFORE_IT_ANSWERS;

  private static final String FILE = "mood";

  /// From now on, for the game whose folder this is.
  void set(Path folder) {
    try {
      Path next = Files.writeString(folder.resolve(FILE + ".next"), name());
      Files.move(next, folder.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException("the mood of the game can't be written", e);
    }
  }

  static Mood of(Path folder) {
    try {
      return valueOf(Files.readString(folder.resolve(FILE)));
    } catch (IOException e) {
      return WELL; // nobody has said anything yet
    }
  }

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
