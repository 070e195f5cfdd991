package dev.playloop.launcher.cli.audit;

import dev.playloop.audit.evidence.Evidence;
import dev.playloop.audit.evidence.Replaying;
import dev.playloop.launcher.UserProblem;
import dev.playloop.launcher.audit.ThisBuild;
import dev.playloop.launcher.cli.options.JournalOptions;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Json;
import java.io.PrintWriter;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Shows what an agent was at a moment of the past.
@Command(
    name = "replay",
    mixinStandardHelpOptions = true,
    description = {
      "Shows an agent's state and view as they were at a moment of the past.",
      "They are folded again from the journal, and printed as JSON."
    })
public final class ReplayCommand implements Callable<Integer> {
  @Mixin private @Nullable JournalOptions journal;

  @Option(names = "--agent", required = true, paramLabel = "AGENT", description = "whose")
  private String agent = "";

  @Option(
      names = "--at",
      required = true,
      paramLabel = "TIME|SEQ",
      description = "a time such as 2026-11-21T09:00:00Z, or the number of a journal entry")
  private String at = "";

  @Option(names = "--json", description = "on one line, for programs")
  private boolean json;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    Replaying replaying = replaying(new AgentId(agent));
    try (Evidence evidence = Objects.requireNonNull(journal).open()) {
      Replaying.Then then = replaying.from(evidence, ThisBuild.fold(evidence));
      PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
      out.println(
          json
              ? Json.LOG.writeValueAsString(then)
              : Json.LOG.writerWithDefaultPrettyPrinter().writeValueAsString(then));
      out.flush();
      if (then.differences() > 0) {
        throw UserProblem.failed(
            "up to there " + then.differences() + " values of the journal differ",
            "'./playloop audit verify --agent " + agent + "' names them.");
      }
      return 0;
    }
  }

  private Replaying replaying(AgentId id) {
    if (!at.isEmpty() && at.length() <= 18 && at.chars().allMatch(Character::isDigit)) {
      return Replaying.behind(id, Long.parseLong(at));
    }
    try {
      return Replaying.at(id, Instant.parse(at));
    } catch (DateTimeException e) {
      throw UserProblem.usage(
          "--at: expected a time in UTC or the number of an entry, got '" + at + "'",
          "write it like 2026-11-21T09:00:00Z, or like 12.");
    }
  }
}
