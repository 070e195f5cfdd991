package dev.playloop.launcher.watch;

import java.util.regex.Pattern;

/// What is shown to be typed: a word that a POSIX shell takes as it stands.
public final class Shell {
  /// In front of which and behind which no shell does anything.
  private static final Pattern PLAIN = Pattern.compile("[\\w./:@%+=,-]+");

  private Shell() {}

  /// `word` itself, or in quotes where a shell would make something else of it.
  public static String quoted(String word) {
    return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
