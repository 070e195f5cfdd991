package dev.playloop.launcher.cli.approvals;

import dev.playloop.launcher.UserProblem;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Printable;
import dev.playloop.schemas.json.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What a person puts in the place of a call's arguments: all of them, or field by field.
final class EditedArgs {
  @Option(names = "--args", paramLabel = "JSON", description = "all arguments anew, as one object")
  private @Nullable String args;

  @Option(
      names = "--set",
      paramLabel = "FIELD=VALUE",
      description = "one argument anew, such as amount=300; may be given again")
  private @Nullable List<String> fields;

  /// Throws [UserProblem] where nothing is changed, or not to JSON.
  JsonNode of(JsonNode asked) {
    if ((args == null) == (fields == null)) {
      throw UserProblem.usage(
          "say what to change: either --args JSON or --set FIELD=VALUE",
          "'./playloop approvals show ID' shows the arguments as they are.");
    }
    JsonNode edited = args == null ? set(asked) : object("--args", args);
    if (edited.equals(asked)) {
      throw UserProblem.usage(
          "these are the arguments that it has",
          "'./playloop approvals approve ID' releases them.");
    }
    return edited;
  }

  /// `text` as an object. Throws [UserProblem] where it is none.
  static JsonNode object(String option, String text) {
    try {
      JsonNode node = Json.tree(text);
      if (node.isObject()) {
        return node;
      }
    } catch (InvalidValueException e) {
      throw notJson(option, "a JSON object, each field once", e.got());
    }
    throw notJson(option, "a JSON object", "'" + Printable.brief(text, 60) + "'");
  }

  private static UserProblem notJson(String option, String expected, String got) {
    return UserProblem.usage(
        option + ": expected " + expected + ", got " + Printable.line(got),
        "write it like '{\"amount\":300}', in single quotes.");
  }

  private JsonNode set(JsonNode asked) {
    ObjectNode edited = asked.isObject() ? (ObjectNode) asked.deepCopy() : Json.NODES.objectNode();
    for (String one : fields == null ? List.<String>of() : fields) {
      int at = one.indexOf('=');
      if (at <= 0) {
        throw UserProblem.usage(
            "--set: expected FIELD=VALUE, got '" + Printable.brief(one, 60) + "'",
            "write it like --set amount=300.");
      }
      String field = one.substring(0, at);
      edited.set(field, value(edited.get(field), field, one.substring(at + 1)));
    }
    return edited;
  }

  /// What is a text stays one, whatever it looks like; what is none takes JSON.
  private static JsonNode value(@Nullable JsonNode before, String field, String text) {
    if (before != null && before.isString()) {
      return Json.NODES.stringNode(text);
    }
    try {
      return Json.tree(text);
    } catch (InvalidValueException e) {
      if (before == null) {
        return Json.NODES.stringNode(text);
      }
      throw UserProblem.usage(
          "--set "
              + Printable.line(field)
              + ": expected JSON as in "
              + Printable.brief(before.toString(), 60)
              + ", got '"
              + Printable.brief(text, 60)
              + "'",
          "'./playloop approvals show ID' shows the arguments as they are.");
    }
  }
}
