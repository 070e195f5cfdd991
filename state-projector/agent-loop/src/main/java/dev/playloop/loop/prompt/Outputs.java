package dev.playloop.loop.prompt;

import dev.playloop.loop.state.Run;
import dev.playloop.loop.state.Slot;
import dev.playloop.schemas.Text;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.event.Part;
import dev.playloop.schemas.event.Section;
import dev.playloop.schemas.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The texts of tool messages: `{"status":"done","output":…}`, with `"receipts":[…]` where there
/// are any, or `{"status":"refused","error":{"code":…,"message":…,"field":…}}`. What a world says
/// is somebody else's text: all of it goes through [Section].
public final class Outputs {
  private static final int MAX_RECEIPTS = 8;
  private static final int MAX_RECEIPT = 200;

  private Outputs() {}

  public static Message.ToolOutput of(
      String callId, String tool, ActionResult result, int maxBytes) {
    boolean error = result.status() != ActionResult.Status.DONE;
    ObjectNode node = Json.NODES.objectNode();
    node.put("status", result.status().name().toLowerCase(Locale.ROOT));
    if (result.output() != null) {
      node.set("output", result.output());
    }
    receipts(result, node);
    if (error) {
      node.set("error", error(result.error()));
    }
    String text = Section.json(node);
    int bytes = text.getBytes(StandardCharsets.UTF_8).length;
    return new Message.ToolOutput(
        callId,
        tool,
        bytes <= maxBytes ? text : cut(result, bytes, maxBytes),
        error,
        result.shown() == null ? null : result.shown().stream().map(Outputs::shown).toList());
  }

  /// What the world gave as a proof, such as the hash of a transaction or of a picture.
  private static void receipts(ActionResult result, ObjectNode node) {
    if (!result.receipts().isEmpty()) {
      result.receipts().stream()
          .limit(MAX_RECEIPTS)
          .map(receipt -> Text.cut(receipt, MAX_RECEIPT))
          .forEach(node.putArray("receipts")::add);
    }
  }

  private static Part shown(Part part) {
    return switch (part) {
      case Part.Text text -> new Part.Text(Section.plain(text.text()));
      case Part.Image image -> image;
    };
  }

  public static Message.ToolOutput refused(Slot slot, Refusal why) {
    ObjectNode node = Json.NODES.objectNode();
    node.put("status", why.status());
    node.set("error", error(why.code(), why.message(), why.field()));
    return new Message.ToolOutput(slot.callId(), slot.tool(), Section.json(node), true);
  }

  public static Message.ToolOutput done(Slot slot, JsonNode output) {
    ObjectNode node = Json.NODES.objectNode();
    node.put("status", "done");
    node.set("output", output);
    return new Message.ToolOutput(slot.callId(), slot.tool(), Section.json(node), false);
  }

  private static ObjectNode error(ActionResult.@Nullable ActionError why) {
    return why == null
        ? error("no_details", "no details were given", null)
        : error(why.code(), why.message(), why.field());
  }

  private static ObjectNode error(String code, String message, @Nullable String field) {
    ObjectNode error = Json.NODES.objectNode();
    error.put("code", code);
    error.put("message", message);
    if (field != null) {
      error.put("field", field);
    }
    return error;
  }

  /// Each notice in a part of its own.
  public static List<Part> notices(List<Run.Notice> notices) {
    return notices.stream()
        .<Part>map(notice -> new Part.Text(Section.render(Section.NOTICE, notice)))
        .toList();
  }

  /// The beginning of an output that is too long, as text, with a word on how to get the rest.
  private static String cut(ActionResult result, int bytes, int maxBytes) {
    ObjectNode node = Json.NODES.objectNode();
    node.put("status", result.status().name().toLowerCase(Locale.ROOT));
    String whole = Section.json(result.output() == null ? error(result.error()) : result.output());
    node.put("output", prefix(whole, maxBytes / 2));
    receipts(result, node);
    node.put("note", "cut: the output has " + bytes + " bytes; ask for less");
    return Section.json(node);
  }

  /// At most `max` UTF-8 bytes, never half a character.
  static String prefix(String text, int max) {
    int bytes = 0;
    int end = 0;
    while (end < text.length()) {
      int codePoint = text.codePointAt(end);
      bytes += codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
      if (bytes > max) {
        break;
      }
      end += Character.charCount(codePoint);
    }
    return text.substring(0, end);
  }
}
