package dev.playloop.schemas.id;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.playloop.schemas.Require;

/// Agents by a pattern of their ids, such as `tally/a*`: `*` stands for any text, also over the
/// '/', `?` for one character, anything else for itself. The same wherever people name a share of
/// the agents. Takes no longer than pattern times id.
public record AgentPattern(@JsonValue String value) {
  /// Takes everybody.
  public static final AgentPattern ALL = new AgentPattern("*");

  /// As many as an id has.
  private static final int MAX_CHARACTERS = 127;

  private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789-/*?";

  @JsonCreator
  public AgentPattern {
    Require.match(
        "agents",
        value,
        AgentPattern::isPattern,
        "an agent, or a pattern of lower case letters, digits, '-', '/', '*' for any text and '?'"
            + " for one character, such as tally/a*");
  }

  private static boolean isPattern(String text) {
    return !text.isEmpty()
        && text.length() <= MAX_CHARACTERS
        && text.chars().allMatch(c -> LETTERS.indexOf(c) >= 0);
  }

  /// Whether it takes that agent.
  public boolean fits(AgentId agent) {
    String text = agent.value();
    int star = -1;
    int again = 0;
    int p = 0;
    int t = 0;
    while (t < text.length()) {
      if (p < value.length() && value.charAt(p) == '*') {
        star = p++;
        again = t;
      } else if (p < value.length()
          && (value.charAt(p) == '?' || value.charAt(p) == text.charAt(t))) {
        p++;
        t++;
      } else if (star >= 0) {
        p = star + 1;
        t = ++again;
      } else {
        return false;
      }
    }
    while (p < value.length() && value.charAt(p) == '*') {
      p++;
    }
    return p == value.length();
  }

  @Override
  public String toString() {
    return value;
  }
}
