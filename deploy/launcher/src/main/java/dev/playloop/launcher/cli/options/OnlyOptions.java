package dev.playloop.launcher.cli.options;

import dev.playloop.launcher.UserProblem;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Printable;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.id.AgentPattern;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/// Which of a file's agents a command is for: all, or those whose ids fit.
public final class OnlyOptions {
  /// So many are named where none fits.
  private static final int NAMED = 12;

  @Option(
      names = "--only",
      paramLabel = "PATTERN",
      description = {
        "Only the file's agents whose ids fit, such as 'tally/a*'; may be said several times.",
        "'*' stands for any text, '?' for one character. Quote it, or the shell reads it."
      })
  private List<String> only = List.of();

  /// Throws [UserProblem] that names what is no pattern.
  public void requirePatterns() {
    var _ = patterns();
  }

  /// Those of these that fit one of the patterns. Throws [UserProblem] where a pattern takes none:
  /// somebody meant somebody by it.
  public List<AgentConfig> of(List<AgentConfig> all) {
    List<AgentPattern> patterns = patterns();
    for (AgentPattern pattern : patterns) {
      if (all.stream().noneMatch(config -> pattern.fits(config.agent()))) {
        throw UserProblem.usage(
            "--only: expected a pattern that fits an agent of the file, got '" + pattern + "'",
            "the file has " + names(all) + "; nothing was applied.");
      }
    }
    return all.stream()
        .filter(config ->
            patterns.isEmpty()
                || patterns.stream().anyMatch(pattern -> pattern.fits(config.agent())))
        .toList();
  }

  private List<AgentPattern> patterns() {
    return only.stream().map(OnlyOptions::pattern).toList();
  }

  private static AgentPattern pattern(String text) {
    try {
      return new AgentPattern(text);
    } catch (InvalidValueException e) {
      throw UserProblem.usage(
          "--only: expected " + e.expected() + ", got " + Printable.line(e.got()),
          "write it so, in quotes: --only 'tally/a*'.");
    }
  }

  private static String names(List<AgentConfig> all) {
    if (all.isEmpty()) {
      return "no agents";
    }
    String first =
        all.stream()
            .limit(NAMED)
            .map(config -> config.agent().value())
            .collect(Collectors.joining(", "));
    return all.size() > NAMED ? first + " and " + (all.size() - NAMED) + " more" : first;
  }
}
