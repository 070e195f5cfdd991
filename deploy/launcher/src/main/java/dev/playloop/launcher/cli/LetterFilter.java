package dev.playloop.launcher.cli;

import dev.playloop.kit.topic.DeadLetter;
import dev.playloop.launcher.UserProblem;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Which dead letters; several options choose what fits all of them.
final class LetterFilter {
  @Option(
      names = "--topic",
      paramLabel = "TOPIC",
      description = "the topic they came from, with its prefix or without")
  private @Nullable String topic;

  @Option(names = "--role", paramLabel = "ROLE", description = "the role that gave them up")
  private @Nullable String role;

  @Option(names = "--cause", paramLabel = "TEXT", description = "a part of the cause, in any case")
  private @Nullable String cause;

  @Option(names = "--agent", paramLabel = "AGENT", description = "the agent that is their key")
  private @Nullable String agent;

  @Option(
      names = "--since",
      paramLabel = "TIME",
      description = "from then on, such as 2026-11-21T08:00:00Z")
  private @Nullable String since;

  @Option(names = "--until", paramLabel = "TIME", description = "before then")
  private @Nullable String until;

  boolean isEmpty() {
    return topic == null
        && role == null
        && cause == null
        && agent == null
        && since == null
        && until == null;
  }

  /// Throws a [UserProblem] where a time is none.
  Predicate<DeadLetter> predicate() {
    Instant from = time("--since", since, Instant.MIN);
    Instant to = time("--until", until, Instant.MAX);
    return letter ->
        (topic == null || letter.topic().equals(topic) || letter.topic().endsWith("." + topic))
            && (role == null || letter.role().equals(role))
            && (cause == null
                || letter.cause().toLowerCase(Locale.ROOT).contains(cause.toLowerCase(Locale.ROOT)))
            && (agent == null || agent.equals(key(letter)))
            && !letter.at().isBefore(from)
            && letter.at().isBefore(to);
  }

  private static @Nullable String key(DeadLetter letter) {
    return letter.key() == null ? null : new String(letter.key(), StandardCharsets.UTF_8);
  }

  private static Instant time(String option, @Nullable String text, Instant otherwise) {
    try {
      return text == null ? otherwise : Instant.parse(text);
    } catch (DateTimeParseException e) {
      throw UserProblem.usage(
          option + " '" + text + "' is no time", "write it as 2026-11-21T08:00:00Z.");
    }
  }
}
