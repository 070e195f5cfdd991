package dev.playloop.launcher.cli;

import static java.util.stream.Collectors.joining;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.DeadLetter;
import dev.playloop.kit.topic.DeadLetters;
import dev.playloop.launcher.UserProblem;
import dev.playloop.launcher.cli.options.ClusterOptions;
import dev.playloop.operator.Lateness;
import dev.playloop.operator.Letter;
import dev.playloop.schemas.Printable;
import dev.playloop.schemas.json.Json;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Shows dead letters, and sends them back to where they came from.
@Command(
    name = "dlq",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "(list | redrive)",
    description = "Lists dead letters, or sends them back to their topic.")
final class DlqCommand {
  private static final Duration SILENCE = Duration.ofSeconds(15);

  @Spec private @Nullable CommandSpec spec;

  @Command(mixinStandardHelpOptions = true, description = "Lists dead letters, newest first.")
  int list(
      @Mixin ClusterOptions cluster,
      @Mixin LetterFilter filter,
      @Option(names = "--stack", description = "with the stack of each failure") boolean stack,
      @Option(names = "--max", defaultValue = "50", description = "at most so many") int max,
      @Option(names = "--json", description = "one JSON object a line") boolean json) {
    Predicate<DeadLetter> wanted = filter.predicate();
    try (DeadLetters letters = DeadLetters.open(cluster.kafka(), SILENCE)) {
      List<Letter> found = letters.list(max, wanted, letter -> Letter.of(letter, stack));
      if (json) {
        found.forEach(letter -> out().println(Json.text(letter)));
        return 0;
      }
      found.forEach(letter -> out().print(shown(letter)));
      out().println(found.isEmpty() ? "no dead letters" : found.size() + " dead letters");
    }
    return 0;
  }

  @Command(
      mixinStandardHelpOptions = true,
      description = {
        "Sends dead letters back to the topic and partition they came from.",
        "Turns and actions that are past their notAfter are refused."
      })
  int redrive(
      @Mixin ClusterOptions cluster,
      @Parameters(
              arity = "0..*",
              paramLabel = "ID",
              description = "letters as 'dlq list' names them, such as 3:120")
          List<String> ids,
      @Mixin LetterFilter filter,
      @Option(names = "--all", description = "all of them") boolean all) {
    boolean named = ids != null && !ids.isEmpty();
    if ((all ? 1 : 0) + (named ? 1 : 0) + (filter.isEmpty() ? 0 : 1) != 1) {
      throw UserProblem.usage(
          "name the letters to send back, or a filter (--topic, --role, --cause, --agent, --since,"
              + " --until), or --all",
          "'./playloop dlq list' shows what a filter chooses.");
    }
    Predicate<DeadLetter> wanted = filter.predicate();
    KafkaSettings kafka = cluster.kafka();
    String by = System.getProperty("user.name");
    int sent = 0;
    int refused = 0;
    try (DeadLetters letters = DeadLetters.open(kafka, SILENCE)) {
      List<DeadLetter.Id> chosen =
          named ? kept(letters, ids) : letters.list(Integer.MAX_VALUE, wanted, DeadLetter::id);
      Lateness lateness = new Lateness(kafka.topics(), Clock.systemUTC());
      for (DeadLetter.Id id : chosen) {
        Optional<DeadLetter> letter = letters.find(id);
        if (letter.isEmpty()) {
          continue; // its 30 days were over in the meantime
        }
        DeadLetters.Redriven done = letters.redrive(letter.get(), by, lateness::isInTime);
        sent += done.sent() ? 1 : 0;
        refused += done.sent() ? 0 : 1;
        out().println(id + (done.sent() ? " sent back" : " refused: " + done.reason()));
      }
      out().println(sent + " sent back, " + refused + " refused");
    }
    return refused == 0 ? 0 : 1;
  }

  private static String shown(Letter letter) {
    String line =
        "%-8s %s  %s  %s-%d@%d  %s%n"
            .formatted(
                letter.id(),
                letter.at(),
                Printable.line(letter.role()),
                Printable.line(letter.topic()),
                letter.partition(),
                letter.offset(),
                Printable.line(letter.cause()));
    return letter.stack() == null
        ? line
        : letter.stack().lines().map("    %s%n"::formatted).collect(joining("", line, ""));
  }

  /// Those of the named letters that are still there, newest first.
  private static List<DeadLetter.Id> kept(DeadLetters letters, List<String> ids) {
    return ids.stream()
        .map(DlqCommand::id)
        .flatMap(id -> letters.find(id).stream())
        .map(DeadLetter::place)
        .distinct()
        .sorted()
        .map(DeadLetter.Place::id)
        .toList();
  }

  private static DeadLetter.Id id(String text) {
    try {
      return DeadLetter.Id.parse(text);
    } catch (IllegalArgumentException e) {
      throw UserProblem.usage(
          "'" + text + "' names no dead letter", "name them as 'dlq list' does, such as 3:120.");
    }
  }

  private PrintWriter out() {
    return Objects.requireNonNull(spec).commandLine().getOut();
  }
}
