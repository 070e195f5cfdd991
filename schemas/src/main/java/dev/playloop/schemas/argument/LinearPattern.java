package dev.playloop.schemas.argument;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;

/// A pattern of a JSON Schema, found anywhere in a text, on an engine (RE2/J) that looks at each
/// character once for each instruction of its program, whatever the pattern. Immutable.
///
/// @param source as the schema writes it
/// @param size the instructions of its program, at most [#MAX_SIZE]
record LinearPattern(String source, Pattern pattern, int size) {
  /// How long a text may be that is held against a pattern.
  static final int MAX_TEXT = 1_000;

  /// Of a pattern's program. `[0-9]{1,64}` has about 130.
  static final int MAX_SIZE = 500;

  /// Of steps for one text, as long as it may be: less than a millisecond.
  static final int MAX_STEPS = 100_000;

  /// Throws [IllegalArgumentException] that says in words what the pattern has that it may not.
  static LinearPattern of(String source) {
    String portable = PatternReader.portable(source);
    try {
      Pattern pattern = Pattern.compile(portable);
      int size = pattern.programSize();
      if (size > MAX_SIZE) {
        throw PatternReader.tooLarge();
      }
      return new LinearPattern(source, pattern, size);
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException(e.getDescription() + " in " + e.getPattern(), e);
    }
  }

  /// Whether some part of the text matches; `text` is at most [#MAX_TEXT] characters long.
  boolean isIn(String text, CheckSteps steps) {
    steps.take((long) (1 + text.length()) * size);
    return pattern.matcher(text).find();
  }
}
