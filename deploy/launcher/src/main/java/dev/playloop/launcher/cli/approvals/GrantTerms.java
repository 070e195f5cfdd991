package dev.playloop.launcher.cli.approvals;

import dev.playloop.launcher.UserProblem;
import dev.playloop.schemas.Printable;
import dev.playloop.schemas.approval.Conditions;
import dev.playloop.schemas.event.ApprovalControl.Grant;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/// What a grant is good for.
final class GrantTerms {
  @Option(names = "--rule", required = true, paramLabel = "RULE", description = "whose question")
  private String rule = "";

  @Option(
      names = "--pattern",
      required = true,
      paramLabel = "JSON",
      description = "what the arguments must be, as 'when' of a rule has it; '{}' for whatever")
  private String pattern = "";

  @Option(names = "--uses", required = true, paramLabel = "N", description = "how often")
  private int uses;

  @Option(
      names = "--until",
      required = true,
      paramLabel = "DURATION|TIME",
      description = "such as PT8H or 2026-12-01T12:00:00Z")
  private String until = "";

  String rule() {
    return rule;
  }

  JsonNode pattern() {
    JsonNode read = EditedArgs.object("--pattern", pattern);
    Conditions.compile(read);
    return read;
  }

  int uses() {
    if (uses < 1 || uses > Grant.MAX_USES) {
      throw UserProblem.usage(
          "--uses: expected from 1 to " + Grant.MAX_USES + ", got " + uses,
          "a grant that is used up can be given again.");
    }
    return uses;
  }

  Instant until(Instant now) {
    Instant end;
    try {
      end = until.startsWith("P") ? now.plus(Duration.parse(until)) : Instant.parse(until);
    } catch (DateTimeParseException e) {
      throw UserProblem.usage(
          "--until: expected a duration or a time, got '" + Printable.brief(until, 60) + "'",
          "write it like PT8H or 2026-12-01T12:00:00Z.");
    }
    if (!end.isAfter(now)) {
      throw UserProblem.usage("--until: that is over already", "name a later time.");
    }
    return end;
  }
}
