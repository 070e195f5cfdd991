package dev.playloop.schemas.config;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Require;
import dev.playloop.schemas.approval.AnswerKind;
import dev.playloop.schemas.approval.ApprovalInbox;
import dev.playloop.schemas.approval.ApprovalRule;
import dev.playloop.schemas.approval.Conditions;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.principal.Principal;
import dev.playloop.schemas.tool.Describe;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// One line of `people.yaml`: what a person of an example answers. Of a person's lines the first
/// that fits a question is what they say, once. Immutable.
///
/// ```yaml
/// - approver: tia
///   roles: [treasurer]
///   when: {tool: pay, args: {amount: {above: 100}}}
///   answer: edit
///   args: {to: bea, amount: 100}
///   reason: Not all at once.
/// ```
public record ScriptedAnswer(
    @Describe("who answers; the journal names them") String approver,
    @Describe("what they may answer for; '*' for whatever is asked") List<String> roles,
    @Describe("which questions; all where left out") @Nullable When when,
    @Describe("what they answer") AnswerKind answer,
    @Describe("why; a denial must say it") @Nullable String reason,
    @Describe("the arguments of an edit, all of them") @Nullable JsonNode args,
    @Describe("how long they think, ISO 8601") @Nullable Duration after) {
  private static final String EVERY_ROLE = "*";
  private static final Duration LONGEST = Duration.ofMinutes(10);

  public ScriptedAnswer {
    Require.match("approver", approver, Principal.NAME, "letters, digits and ._@-");
    roles = List.copyOf(Require.present("roles", roles, "a list of roles, or [\"*\"]"));
    Require.range("roles.length", roles.size(), 1, 8);
    for (String role : roles) {
      if (!role.equals(EVERY_ROLE)) {
        Require.match(
            "roles", role, ApprovalRule.ROLE, "1 to 63 lower-case letters, digits and '-', or '*'");
      }
    }
    Require.present("answer", answer, "approve, deny, edit or withdraw");
    if (answer == AnswerKind.DENY) {
      Require.text("reason", reason, 500);
    }
    if ((answer == AnswerKind.EDIT) != (args != null && args.isObject())) {
      throw new InvalidValueException(
          "args",
          "the new arguments where the answer is edit, and only there",
          args == null ? "nothing" : "arguments");
    }
    if (after != null && (after.isNegative() || after.compareTo(LONGEST) > 0)) {
      throw new InvalidValueException("after", "from PT0S to " + LONGEST, after.toString());
    }
  }

  /// Which questions; what is left out is not looked at.
  ///
  /// @param args as a rule's `when` has it
  public record When(
      @Describe("about this tool") @Nullable String tool,
      @Describe("of this agent") @Nullable AgentId agent,
      @Describe("with arguments like these, as a rule's 'when' has it") @Nullable JsonNode args) {
    public When {
      if (args != null) {
        Conditions.compile(args);
      }
    }

    private boolean fits(AgentId asking, ApprovalInbox.Ask ask) {
      return (tool == null || tool.equals(ask.tool()))
          && (agent == null || agent.equals(asking))
          && (args == null || Conditions.compile(args).holds(ask.args()));
    }
  }

  /// Whether that is a question for this line.
  public boolean fits(AgentId asking, ApprovalInbox.Ask ask) {
    return when == null || when.fits(asking, ask);
  }

  /// How long the person thinks.
  public Duration thinking() {
    return after == null ? Duration.ZERO : after;
  }
}
