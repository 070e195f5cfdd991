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
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A tool, derived from its record or declared by a JSON Schema: name, schema, strict parsing,
/// effect, lane, reply, time limit. Immutable.
public final class ToolSpec<T extends Tool> {
  private static final String ARGUMENTS = "arguments";

  /// What providers take as a tool's name.
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]*");

  private static final int MAX_NAME = 64;
  private static final int MAX_DESCRIPTION = 1_000;

  private final Class<T> type;
  private final String name;
  private final DeclaredTraits declared;
  private final Arguments<T> arguments;
  private final ToolDeclaration declaration;

  private ToolSpec(
      Class<T> type,
      String name,
      String description,
      DeclaredTraits declared,
      Arguments<T> arguments) {
    this.type = type;
    this.name = name;
    this.declared = declared;
    this.arguments = arguments;
    declared.lane().requireAmong(arguments);
    this.declaration =
        new ToolDeclaration(name, description, new RawJson(arguments.schema().toString()));
  }

  public static <T extends Tool> ToolSpec<T> of(Class<T> type) {
    String name = snakeCase(type.getSimpleName());
    Traits traits =
        Objects.requireNonNull(
            type.getAnnotation(Traits.class), () -> type.getName() + " lacks @Traits");
    Describe describe =
        Objects.requireNonNull(
            type.getAnnotation(Describe.class), () -> type.getName() + " lacks @Describe");
    return new ToolSpec<>(
        type,
        name,
        describe.value(),
        DeclaredTraits.of(name, traits).under(heading(type)),
        RecordArguments.of(type));
  }

  private static @Nullable String heading(Class<?> type) {
    Heading own = type.getAnnotation(Heading.class);
    if (own != null) {
      return own.value();
    }
    for (Class<?> group : type.getInterfaces()) {
      Heading groups = group.getAnnotation(Heading.class);
      if (groups != null) {
        return groups.value();
      }
    }
    return null;
  }

  /// A tool that somebody else declares. Throws [InvalidValueException] that names what is wrong
  /// with the declaration.
  ///
  /// @param declaration its name, description and the JSON Schema of its arguments
  public static ToolSpec<SchemaTool> of(
      ToolDeclaration declaration, SchemaTool.Declaration declared) {
    String name = Require.text("name", declaration.name(), MAX_NAME);
    if (!NAME.matcher(name).matches()) {
      throw new InvalidValueException("name", "lower-case letters, digits and _", name);
    }
    SchemaArguments arguments =
        SchemaArguments.of(name, Json.tree(declaration.parameters().text()));
    DeclaredTraits traits = DeclaredTraits.of(name, declared);
    if (!traits.replyTo().isEmpty() && !arguments.tellsApart(traits.replyTo())) {
      throw new InvalidValueException(
          name + ".replyTo", "a required text or whole number of its parameters", traits.replyTo());
    }
    return new ToolSpec<>(
        SchemaTool.class,
        name,
        Require.text("description", declaration.description(), MAX_DESCRIPTION),
        traits,
        arguments);
  }

  public String name() {
    return name;
  }

  public Class<T> type() {
    return type;
  }

  public Effect effect() {
    return declared.effect();
  }

  /// Whether a successful call ends the run when nothing else is open.
  public boolean endsRun() {
    return declared.endsRun();
  }

  /// How long one call may wait and take, or null where that is the agent's to say.
  public @Nullable Duration timeLimit() {
    return declared.timeLimit();
  }

  /// Under what it stands among others, or null.
  public @Nullable String heading() {
    return declared.heading();
  }

  /// All that its calls do differently by what it declares beside its schema, as one text.
  String behaviour() {
    return declared.behaviour();
  }

  /// As the model sees it.
  public ToolDeclaration declaration() {
    return declaration;
  }

  /// The lane of one call, from the action alone.
  public Lane lane(AgentId agent, String actor, ActionId action, JsonNode args) {
    return declared.lane().of(declared.effect(), agent, actor, action, args);
  }

  /// The message that this call answers, or null where the tool is no reply.
  public @Nullable String replyTo(JsonNode args) {
    JsonNode id = declared.replyTo().isEmpty() ? null : args.get(declared.replyTo());
    return id == null ? null : id.asString();
  }

  /// The parameter with what people will read, or null where a call says nothing to them.
  public @Nullable String says() {
    return declared.says();
  }

  /// Checks the arguments as the model gave them: text that may be no JSON, or empty for none.
  public ToolCall.Check check(String arguments) {
    return switch (object(arguments)) {
      case ToolCall.Valid valid -> check(valid.args());
      case ToolCall.Invalid invalid -> invalid;
    };
  }

  /// The same arguments as an object of whatever fields.
  public static ToolCall.Check object(String arguments) {
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
    return tree.isObject() ? new ToolCall.Valid(tree) : noObject(tree);
  }

  private static ToolCall.Invalid noObject(JsonNode args) {
    return new ToolCall.Invalid(
        ARGUMENTS, "a JSON object", args.getNodeType().name().toLowerCase(Locale.ROOT), null);
  }

  /// Checks parsed arguments. Never coerces, never guesses; a whole number that is written as `1.0`
  /// or `1e1` is one, and stands as `1` or `10` in what is valid.
  public ToolCall.Check check(JsonNode args) {
    if (!args.isObject()) {
      return noObject(args);
    }
    ToolCall.Invalid invalid = arguments.misfit(args);
    return invalid == null ? new ToolCall.Valid(arguments.settled(args)) : invalid;
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
    return arguments.read(valid.args());
  }

  static String snakeCase(String simpleName) {
    return simpleName.replaceAll("(?<=[a-z0-9])(?=[A-Z])", "_").toLowerCase(Locale.ROOT);
  }
}
