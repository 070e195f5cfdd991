package dev.playloop.worlds.sandbox;

import java.util.Objects;

/// Untrusted code: a script whose top level is run first, and whose function `entry` is called
/// then.
///
/// @param language such as `javascript`; one that is not installed is an outcome, no exception
/// @param code the script's text, at most [#MAX_CODE] characters
/// @param entry name of the function to call
public record Program(String language, String code, String entry) {
  public static final String JAVASCRIPT = "javascript";
  public static final String PYTHON = "python";

  /// The function that is called where nothing else is said.
  public static final String DEFAULT_ENTRY = "run";

  /// In characters. The quotas of worlds are far below; this one only bounds what a child is sent.
  public static final int MAX_CODE = 1 << 20;

  public Program {
    Objects.requireNonNull(language, "language");
    Objects.requireNonNull(code, "code");
    if (code.length() > MAX_CODE) {
      throw new IllegalArgumentException(
          "code: at most " + MAX_CODE + " characters, got " + code.length());
    }
    if (!entry.matches("[A-Za-z_][A-Za-z0-9_]{0,63}")) {
      throw new IllegalArgumentException(
          "entry: expected the name of a function, letters, digits and _, at most 64");
    }
  }

  /// A script with the function `run`.
  public static Program javascript(String code) {
    return new Program(JAVASCRIPT, code, DEFAULT_ENTRY);
  }

  /// A script with the function `run`.
  public static Program python(String code) {
    return new Program(PYTHON, code, DEFAULT_ENTRY);
  }
}
