package dev.playloop.loop.people;

import dev.playloop.loop.state.Asking.Ask;
import dev.playloop.loop.state.Draft;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.Text;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What the world says that a write would do, before people are asked and, where the world has
/// changed since, before it goes out. Pure.
public final class Previews {
  /// As often as people are asked anew about one write.
  public static final int MAX_AGAIN = 2;

  private static final int FIRST = 400;
  private static final int ROUND = 100;
  private static final int MAX_BYTES = 900;
  private static final int MAX_VALUE = 60;
  private static final int MAX_DIFFERENCE = 300;
  private static final String OUTPUT = "output";

  private Previews() {}

  /// What people are asked now: what it would do, and how that differs from what they saw.
  public record Change(JsonNode preview, String difference) {}

  /// The id by which the world is asked what a write would do, for the `round`th time. No call of a
  /// model has such a number, so that its answer is never taken for that of the write.
  public static ActionId id(ActionId write, int round) {
    return ActionId.of(write.turn(), FIRST + ROUND * round + write.number());
  }

  /// Which of those is out; what people were told is the one before.
  public static int round(Ask ask) {
    return ask.asked() ? ask.round() + 1 : 0;
  }

  /// Whether the world has to be asked again before an approved write goes out: people saw what it
  /// would do, and what the agent sees is not what it was then.
  public static boolean isStale(Draft draft, Ask ask) {
    return ask.question().preview() != null
        && ask.round() < MAX_AGAIN
        && !String.valueOf(Questions.hash(draft.see()))
            .equals(String.valueOf(ask.question().viewHash()));
  }

  /// The world's answer as people see it: whole, or its beginning and its hash.
  public static JsonNode of(ActionResult result) {
    ObjectNode preview = Json.NODES.objectNode();
    preview.put("status", result.status().name().toLowerCase(Locale.ROOT));
    if (result.output() != null) {
      preview.set(OUTPUT, result.output());
    }
    if (result.error() != null) {
      preview.put("code", result.error().code());
      preview.put("message", result.error().message());
    }
    byte[] json = Json.bytes(preview);
    if (json.length <= MAX_BYTES) {
      return preview;
    }
    ObjectNode cut = Json.NODES.objectNode();
    cut.set("status", preview.get("status"));
    cut.put("sha256", Sha256.hex(json));
    cut.put("beginning", Text.cut(Json.text(preview), MAX_BYTES / 3));
    return cut;
  }

  /// No answer came.
  public static JsonNode unanswered() {
    return Json.NODES.objectNode().put("status", "unanswered");
  }

  /// How a preview differs from what people saw; null where it does not.
  public static @Nullable Change change(Ask ask, JsonNode now) {
    JsonNode before = ask.question().preview();
    if (now.equals(before)) {
      return null;
    }
    List<String> parts = new ArrayList<>();
    JsonNode was = before == null ? Json.NODES.objectNode() : before;
    differ("", was, now, parts);
    return new Change(now, Text.brief(String.join("; ", parts), MAX_DIFFERENCE));
  }

  private static void differ(String path, JsonNode was, JsonNode now, List<String> parts) {
    TreeSet<String> names = new TreeSet<>(was.propertyNames());
    names.addAll(now.propertyNames());
    for (String name : names) {
      JsonNode before = was.path(name);
      JsonNode after = now.path(name);
      if (before.equals(after)) {
        continue;
      }
      if (name.equals(OUTPUT) && before.isObject() && after.isObject() && path.isEmpty()) {
        differ(OUTPUT + ".", before, after, parts);
      } else {
        parts.add(path + name + ": " + shown(before) + " → " + shown(after));
      }
    }
  }

  private static String shown(JsonNode value) {
    return value.isMissingNode() ? "nothing" : Text.brief(value.toString(), MAX_VALUE);
  }
}
