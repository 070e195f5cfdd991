package dev.playloop.worlds.model;

import dev.playloop.schemas.Nearest;
import dev.playloop.schemas.Text;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.json.RawJson;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.ToolCall;
import dev.playloop.schemas.tool.ToolCall.Invalid;
import dev.playloop.schemas.tool.ToolCatalogue;
import dev.playloop.schemas.tool.ToolDeclaration;
import dev.playloop.schemas.tool.ToolSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Many tools as the model sees them, where a world lets them be [World#dispatched]: one tool,
/// whose argument [#ACTION_TYPE] names the action, and one more that asks without effect. A
/// parameter that is the same in all tools of its name stands once; else each tool's has a name of
/// its own. A call is read back as one of the tool that it names, so that nobody else knows of
/// this. Immutable.
public final class Dispatch {
  public static final String EXECUTE = ToolCall.EXECUTE;
  public static final String SIMULATE = ToolCall.SIMULATE;
  static final String ACTION_TYPE = ToolCall.ACTION_TYPE;

  private final ToolCatalogue tools;

  /// By tool: its parameters by the names that the model sees, in their order.
  private final Map<String, Map<String, String>> parameters = new HashMap<>();

  private Dispatch(ToolCatalogue tools) {
    this.tools = tools;
    Map<String, Set<String>> forms = new HashMap<>();
    for (ToolSpec<?> tool : tools.specs()) {
      requireOther(tool.name());
      properties(tool)
          .properties()
          .forEach(
              p -> forms.computeIfAbsent(p.getKey(), _ -> new TreeSet<>()).add(form(p.getValue())));
    }
    forms.computeIfAbsent(ACTION_TYPE, _ -> new TreeSet<>()).addAll(List.of("", "reserved"));
    Set<String> taken = new TreeSet<>(forms.keySet());
    for (ToolSpec<?> tool : tools.specs()) {
      Map<String, String> named = new LinkedHashMap<>();
      for (String real : properties(tool).propertyNames()) {
        boolean alone = forms.getOrDefault(real, Set.of()).size() == 1;
        String shown = alone ? real : real + "_of_" + tool.name();
        if (!alone && !taken.add(shown)) {
          throw new IllegalArgumentException("two parameters would be named " + shown);
        }
        named.put(shown, real);
      }
      parameters.put(tool.name(), named);
    }
  }

  /// Stands for these tools. Throws [IllegalArgumentException] where names can't be told apart.
  public static Dispatch of(ToolCatalogue tools) {
    return new Dispatch(tools);
  }

  static void requireOther(String tool) {
    if (tool.equals(EXECUTE) || tool.equals(SIMULATE)) {
      throw new IllegalArgumentException("a tool must not be named " + tool);
    }
  }

  /// Whether it is the name of what stands for the others.
  public static boolean isOne(String tool) {
    return tool.equals(EXECUTE) || tool.equals(SIMULATE);
  }

  boolean standsFor(String tool) {
    return tools.find(tool) != null;
  }

  /// As [Catalogue#nearest], among the names of offered tools, for one that is called by its name.
  @Nullable String nearest(List<String> offered, String wrong) {
    List<String> names = new ArrayList<>(offered);
    if (offered.stream().anyMatch(this::standsFor)) {
      names.addAll(List.of(EXECUTE, SIMULATE));
    }
    String nearest = Nearest.of(wrong, names);
    return nearest == null || !standsFor(nearest)
        ? nearest
        : EXECUTE + " with " + ACTION_TYPE + " " + nearest;
  }

  /// What the model is offered where these tools are allowed; nothing where none is.
  public List<ToolDeclaration> declarations(List<ToolSpec<?>> allowed) {
    List<ToolDeclaration> declarations = new ArrayList<>(2);
    if (!allowed.isEmpty()) {
      declarations.add(
          new ToolDeclaration(EXECUTE, description(allowed), new RawJson(schema(allowed, true))));
    }
    List<ToolSpec<?>> writes =
        allowed.stream().filter(tool -> tool.effect() == Effect.WRITE).toList();
    if (!writes.isEmpty()) {
      declarations.add(
          new ToolDeclaration(
              SIMULATE,
              "What "
                  + EXECUTE
                  + " would come to, without any effect. Its parameters are the same.",
              new RawJson(schema(writes, false))));
    }
    return declarations;
  }

  private String description(List<ToolSpec<?>> allowed) {
    Map<String, List<String>> groups = new LinkedHashMap<>();
    groups.put("", new ArrayList<>()); // those without a heading stand under none
    for (ToolSpec<?> tool : allowed) {
      String heading = tool.heading() == null ? "" : tool.heading();
      groups.computeIfAbsent(heading, _ -> new ArrayList<>()).add(line(tool));
    }
    StringBuilder text =
        new StringBuilder("Do one thing in the world. " + ACTION_TYPE + " says which. ");
    text.append("Required params per action, [optional ones in brackets]:");
    groups.forEach((heading, lines) -> {
      text.append(heading.isEmpty() ? "" : "\n\n### " + heading);
      lines.forEach(line -> text.append("\n- ").append(line));
    });
    return text.toString();
  }

  /// `march_army: army, steps, [speed]. March an army.`
  private String line(ToolSpec<?> tool) {
    Set<String> required = required(tool);
    List<String> parameters = new ArrayList<>();
    shown(tool)
        .forEach(
            (shown, real) -> parameters.add(required.contains(real) ? shown : "[" + shown + "]"));
    return tool.name()
        + ": "
        + (parameters.isEmpty() ? "" : String.join(", ", parameters) + ". ")
        + tool.declaration().description();
  }

  private String schema(List<ToolSpec<?>> allowed, boolean described) {
    ObjectNode schema = Json.NODES.objectNode().put("type", "object");
    ObjectNode properties = schema.putObject("properties");
    ObjectNode type = properties.putObject(ACTION_TYPE).put("type", "string");
    allowed.forEach(tool -> type.withArray("enum").add(tool.name()));
    Map<String, Map<String, List<String>>> uses = new LinkedHashMap<>();
    for (ToolSpec<?> tool : allowed) {
      ObjectNode declared = properties(tool);
      shown(tool)
          .forEach((shown, real) -> {
            ObjectNode parameter = ((ObjectNode) declared.path(real)).deepCopy();
            String why = parameter.path("description").asString("");
            parameter.remove("description");
            properties.set(shown, parameter);
            uses.computeIfAbsent(shown, _ -> new LinkedHashMap<>())
                .computeIfAbsent(why, _ -> new ArrayList<>())
                .add(tool.name());
          });
    }
    if (described) {
      uses.forEach(
          (shown, whys) -> ((ObjectNode) properties.path(shown)).put("description", told(whys)));
    }
    schema.putArray("required").add(ACTION_TYPE);
    return schema.put("additionalProperties", false).toString();
  }

  private static String told(Map<String, List<String>> whys) {
    List<String> parts = new ArrayList<>();
    whys.forEach((why, tools) ->
        parts.add("for " + String.join(", ", tools) + (why.isEmpty() ? "" : ": " + why)));
    return String.join("; ", parts);
  }

  /// The tools that a turn with these declarations offers.
  public List<String> offered(List<ToolDeclaration> declarations) {
    for (ToolDeclaration declaration : declarations) {
      if (declaration.name().equals(EXECUTE)) {
        JsonNode type =
            Json.tree(declaration.parameters().text()).path("properties").path(ACTION_TYPE);
        return type.path("enum").valueStream().map(JsonNode::asString).toList();
      }
    }
    return List.of();
  }

  /// The call as one of the tool that it names. Arguments that don't fit are taught by the names
  /// that the model sees.
  ///
  /// @param offered the tools that this turn offers
  public ToolCall read(ToolCall call, List<String> offered) {
    return switch (call.check()) {
      case Invalid _ -> call;
      case ToolCall.Valid(JsonNode args) -> {
        JsonNode type = args.path(ACTION_TYPE);
        ToolSpec<?> tool = type.isString() ? tools.find(type.stringValue()) : null;
        if (tool == null) {
          String got = type.isMissingNode() ? "nothing" : Text.brief(type.toString(), 64);
          String nearest = type.isString() ? Nearest.of(type.stringValue(), offered) : null;
          String expected = "one of " + String.join(", ", offered);
          yield call.checked(new Invalid(ACTION_TYPE, expected, got, nearest));
        }
        ToolCall meant = call.meaning(tool.name()).checked(check(tool, args));
        yield call.name().equals(SIMULATE) ? meant.simulated() : meant;
      }
    };
  }

  private ToolCall.Check check(ToolSpec<?> tool, JsonNode args) {
    Map<String, String> shown = shown(tool);
    ObjectNode real = Json.NODES.objectNode();
    for (Map.Entry<String, JsonNode> given : args.properties()) {
      String name = given.getKey();
      if (shown.containsKey(name)) {
        real.set(shown.get(name), given.getValue());
      } else if (!name.equals(ACTION_TYPE) && !given.getValue().isNull()) {
        List<String> names = List.copyOf(shown.keySet());
        return new Invalid(
            name,
            names.isEmpty() ? "no parameters" : "one of the parameters " + String.join(", ", names),
            "a parameter that " + tool.name() + " does not have",
            Nearest.of(name, names));
      }
    }
    ToolCall.Check check = tool.check(real);
    return check instanceof Invalid invalid ? renamed(invalid, shown) : check;
  }

  private static Invalid renamed(Invalid invalid, Map<String, String> shown) {
    for (Map.Entry<String, String> named : shown.entrySet()) {
      String rest = rest(invalid.field(), named.getValue());
      if (rest != null) {
        return new Invalid(
            named.getKey() + rest, invalid.expected(), invalid.got(), invalid.nearest());
      }
    }
    return invalid;
  }

  /// What stands behind the parameter's name in the path, or null where it is another's.
  private static @Nullable String rest(String path, String parameter) {
    String rest = path.startsWith(parameter) ? path.substring(parameter.length()) : null;
    return rest == null || rest.isEmpty() || rest.startsWith(".") || rest.startsWith("[")
        ? rest
        : null;
  }

  private Map<String, String> shown(ToolSpec<?> tool) {
    return parameters.getOrDefault(tool.name(), Map.of());
  }

  private static ObjectNode properties(ToolSpec<?> tool) {
    return tree(tool).path("properties") instanceof ObjectNode properties
        ? properties
        : Json.NODES.objectNode();
  }

  private static Set<String> required(ToolSpec<?> tool) {
    Set<String> required = new TreeSet<>();
    tree(tool).path("required").forEach(name -> required.add(name.asString()));
    return required;
  }

  private static JsonNode tree(ToolSpec<?> tool) {
    return Json.tree(tool.declaration().parameters().text());
  }

  /// What must be equal for two parameters to be one.
  private static String form(JsonNode parameter) {
    if (!(parameter instanceof ObjectNode object)) {
      return parameter.toString();
    }
    ObjectNode bare = object.deepCopy();
    bare.remove("description");
    return bare.toString();
  }
}
