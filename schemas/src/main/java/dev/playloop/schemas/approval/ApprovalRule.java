package dev.playloop.schemas.approval;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Require;
import dev.playloop.schemas.json.Default;
import dev.playloop.schemas.tool.Bounds;
import dev.playloop.schemas.tool.Describe;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// When a write waits for people, and for whom. Of an agent's rules the first that fits decides; a
/// tool's bare name is a rule that always asks. Immutable.
///
/// @param expires how long the question stands; from asking, and once more from escalating
@RecordBuilder
public record ApprovalRule(
    @Describe("what answers and grants call it; the first tool's name where left out")
        @Bounds(min = 1, max = 64)
        @Nullable String name,
    @Describe("writing tools by name; '*' for all of them") List<String> tools,
    @Describe("what the arguments must be for it to ask, by field; always where left out")
        @Nullable Conditions when,
    @Describe("who may answer; whoever has any role where left out") @Default("[]")
        List<String> roles,
    @Describe("how many different people must agree; 1 where left out")
        @Bounds(min = 1, max = 10)
        @Default("1")
        Integer people,
    @Describe("how long the question stands, ISO 8601") @Default("\"PT24H\"") Duration expires,
    @Describe("deny refuses it then; escalate asks others, once") @Default("\"deny\"")
        OnExpiry onExpiry,
    @Describe("whom it asks then") @Default("[]") List<String> escalateTo,
    @Describe("what may be answered") @Default("[\"approve\",\"deny\",\"withdraw\"]")
        List<AnswerKind> allow,
    @Describe("whether the world is asked first what the action would do") @Default("false")
        Boolean preview,
    @Describe("park lets the agent talk meanwhile; hold keeps it at this") @Default("\"park\"")
        OnWait onWait)
    implements ApprovalRuleBuilder.With {
  /// As long as a question may stand.
  public static final Duration LONGEST = Duration.ofDays(30);

  /// What a role is called.
  public static final Pattern ROLE = Pattern.compile("[a-z0-9][a-z0-9-]{0,62}");

  private static final Duration A_DAY = Duration.ofHours(24);
  private static final int MAX_ROLES = 8;
  private static final int MAX_TOOLS = 64;
  private static final List<AnswerKind> USUAL =
      List.of(AnswerKind.APPROVE, AnswerKind.DENY, AnswerKind.WITHDRAW);

  /// What becomes of a question that nobody has answered in its time.
  public enum OnExpiry {
    @JsonProperty("deny")
    DENY,
    @JsonProperty("escalate")
    ESCALATE
  }

  /// What the agent does while it waits.
  public enum OnWait {
    @JsonProperty("park")
    PARK,
    @JsonProperty("hold")
    HOLD
  }

  @JsonCreator(mode = JsonCreator.Mode.PROPERTIES)
  public ApprovalRule {
    tools = List.copyOf(Require.present("tools", tools, "a list of tool names"));
    Require.range("tools.length", tools.size(), 1, MAX_TOOLS);
    name = Require.text("name", name == null ? tools.getFirst() : name, 64);
    roles = roles("roles", roles);
    people = people == null ? 1 : people;
    Require.range("people", people, 1, 10);
    expires = expires == null ? A_DAY : expires;
    Require.positive("expires", expires);
    if (expires.compareTo(LONGEST) > 0) {
      throw new InvalidValueException("expires", "at most " + LONGEST, expires.toString());
    }
    onExpiry = onExpiry == null ? OnExpiry.DENY : onExpiry;
    escalateTo = roles("escalateTo", escalateTo);
    if ((onExpiry == OnExpiry.ESCALATE) == escalateTo.isEmpty()) {
      throw new InvalidValueException(
          "escalateTo",
          "roles where onExpiry is escalate, and only there",
          escalateTo.isEmpty() ? "none" : escalateTo.toString());
    }
    allow = allow == null || allow.isEmpty() ? USUAL : List.copyOf(allow);
    preview = preview != null && preview;
    onWait = onWait == null ? OnWait.PARK : onWait;
  }

  private static List<String> roles(String field, @Nullable List<String> roles) {
    if (roles == null) {
      return List.of();
    }
    Require.range(field + ".length", roles.size(), 0, MAX_ROLES);
    for (String role : roles) {
      Require.match(field, role, ROLE, "1 to 63 lower-case letters, digits and '-'");
    }
    return List.copyOf(roles);
  }

  /// A rule that always asks about this tool, or about all where it is `*`.
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public static ApprovalRule ofTool(String tool) {
    return ApprovalRuleBuilder.builder().tools(List.of(tool)).build();
  }

  /// Whether it may ask about that tool.
  public boolean names(String tool) {
    return tools.contains("*") || tools.contains(tool);
  }

  /// What the arguments must be for it to ask.
  public Conditions conditions() {
    return when == null ? Conditions.ALWAYS : when;
  }

  /// Whether nothing behind it is ever asked about the tools that it names.
  public boolean alwaysAsks() {
    return when == null || when.when().isEmpty();
  }

  /// The values for which it asks, by field; null where it does not ask about this call. Total:
  /// whatever the arguments are, it says one of the two.
  public @Nullable JsonNode matched(String tool, JsonNode args) {
    if (!names(tool)) {
      return null;
    }
    Conditions conditions = conditions();
    return conditions.holds(args) ? conditions.matched(args) : null;
  }
}
