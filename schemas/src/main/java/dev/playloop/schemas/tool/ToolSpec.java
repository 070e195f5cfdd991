package dev.playloop.schemas.tool;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Require;
import dev.playloop.schemas.Text;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.Lane;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.json.RawJson;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A tool, derived from its record: name, schema, strict parsing, effect, lane, reply, time limit.
/// Immutable.
public final class ToolSpec<T extends Tool> {
  private static final String ARGUMENTS = "arguments";

  /// As far ahead as an executor takes an action, unless it is set otherwise.
  private static final int MAX_LIMIT_SECONDS = 3_600;

  private final Class<T> type;
  private final String name;
  private final Traits traits;
  private final List<Parameter> parameters;
  private final ToolDeclaration declaration;

  private ToolSpec(Class<T> type) {
    this.type = type;
    this.name = snakeCase(type.getSimpleName());
    this.traits =
        Objects.requireNonNull(
            type.getAnnotation(Traits.class), () -> type.getName() + " lacks @Traits");
    Require.range(name + ".limitSeconds", traits.limitSeconds(), 0, MAX_LIMIT_SECONDS);
    Describe describe =
        Objects.requireNonNull(
            type.getAnnotation(Describe.class), () -> type.getName() + " lacks @Describe");
    this.parameters =
        Arrays.stream(
                Objects.requireNonNull(
                    type.getRecordComponents(), () -> type.getName() + " must be a record"))
            .map(Parameter::of)
            .toList();
    ObjectNode schema = Json.NODES.objectNode().put("type", "object");
    Parameter.describe(parameters, schema);
    this.declaration = new ToolDeclaration(name, describe.value(), new RawJson(schema.toString()));
  }

  public static <T extends Tool> ToolSpec<T> of(Class<T> type) {
    return new ToolSpec<>(type);
  }

  public String name() {
    return name;
  }

  public Class<T> type() {
    return type;
  }

  public Effect effect() {
    return traits.effect();
  }

  /// Whether a successful call ends the run when nothing else is open.
  public boolean endsRun() {
    return traits.endsRun();
  }

  /// How long one call may wait and take, or null where that is the agent's to say.
  public @Nullable Duration timeLimit() {
    return traits.limitSeconds() == 0 ? null : Duration.ofSeconds(traits.limitSeconds());
  }

  /// As the model sees it.
  public ToolDeclaration declaration() {
    return declaration;
  }

  /// The lane of one call: the tool's own, or by default the agent for writes and the action for
  /// reads.
  public Lane lane(AgentId agent, ActionId action) {
    if (!traits.lane().isEmpty()) {
      return new Lane(agent.world() + ":" + traits.lane());
    }
    return new Lane(effect() == Effect.WRITE ? agent.value() : action.value());
  }

  /// The message that this call answers, or null where the tool is no reply.
  public @Nullable String replyTo(JsonNode args) {
    JsonNode id = traits.replyTo().isEmpty() ? null : args.get(traits.replyTo());
    return id == null ? null : id.asString();
  }

  /// Checks the arguments as the model gave them: text that may be no JSON, or empty for none.
  public ToolCall.Check check(String arguments) {
    if (arguments.stripLeading().startsWith("```")) {
      return new ToolCall.Invalid(
          ARGUMENTS, "a JSON object and nothing around it", "a code fence (```)", null);
    }
    JsonNode tree;
    try {
      tree = arguments.isBlank() ? Json.NODES.objectNode() : Json.tree(arguments);
    } catch (InvalidValueException e) {
      return e.field().equals("json")
          ? new ToolCall.Invalid(
              ARGUMENTS, "a JSON object", "text that is no JSON: " + Text.brief(e.got(), 200), null)
          : new ToolCall.Invalid(e.field(), e.expected(), Text.brief(e.got(), 200), null);
    }
    return check(tree);
  }

  /// Checks parsed arguments. Never coerces, never guesses; a whole number that is written as `1.0`
  /// or `1e1` is one, and stands as `1` or `10` in what is valid.
  public ToolCall.Check check(JsonNode args) {
    if (!args.isObject()) {
      return new ToolCall.Invalid(
          ARGUMENTS, "a JSON object", args.getNodeType().name().toLowerCase(Locale.ROOT), null);
    }
    ToolCall.Invalid invalid = Parameter.checkObject("", args, parameters);
    return invalid == null ? new ToolCall.Valid(Parameter.settled(args, parameters)) : invalid;
  }

  /// The typed call. Throws [InvalidValueException] where the arguments don't fit.
  public T parse(JsonNode args) {
    return switch (check(args)) {
      case ToolCall.Invalid invalid ->
          throw new InvalidValueException(invalid.field(), invalid.expected(), invalid.got());
      case ToolCall.Valid valid -> parse(valid);
    };
  }

  /// The typed call of arguments that [#check] found to fit.
  public T parse(ToolCall.Valid valid) {
    return Json.readStrict(valid.args(), type);
  }

  static String snakeCase(String simpleName) {
    return simpleName.replaceAll("(?<=[a-z0-9])(?=[A-Z])", "_").toLowerCase(Locale.ROOT);
  }
}
