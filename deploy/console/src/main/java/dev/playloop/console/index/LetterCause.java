package dev.playloop.console.index;

import java.util.regex.Pattern;

/// The part of a dead letter's cause that letters of one fault have in common, and that holds
/// nothing of what the record said: the words before the first text that is quoted.
final class LetterCause {
  private static final int MAX = 80;
  private static final Pattern SAID = Pattern.compile("['\"`:{\\[(].*", Pattern.DOTALL);
  private static final Pattern NUMBERS = Pattern.compile("[0-9]+");

  private LetterCause() {}

  static String of(String cause) {
    String plain = NUMBERS.matcher(SAID.matcher(cause).replaceFirst("")).replaceAll("#").strip();
    String cut = plain.length() > MAX ? plain.substring(0, MAX) : plain;
    return cut.isEmpty() ? "unknown" : cut;
  }
}
