package dev.playloop.schemas.event;

import dev.playloop.schemas.json.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Marked sections of a prompt: `<trigger>` JSON `</trigger>`. Whatever somebody else said gets
/// into a prompt through this class alone, in a section, in a tool's answer or beside one: it never
/// holds a bare `<`, so it can't forge a section.
public final class Section {
  /// The trigger that opened the run.
  public static final String TRIGGER = "trigger";

  /// Further triggers that joined the run.
  public static final String JOINED = "joined";

  /// Who the agent is in its world.
  public static final String ACTOR = "actor";

  /// The tools allowed for this kind of trigger.
  public static final String BOUNDARIES = "boundaries";

  /// Key facts and recent exchanges.
  public static final String MEMORY = "memory";

  /// The newest view of the world.
  public static final String VIEW = "view";

  /// What the loop has to say: a failed action, an owed reply, an open plan.
  public static final String NOTICE = "notice";

  private Section() {}

  public static String render(String tag, Object value) {
    return "<" + tag + ">" + json(value) + "</" + tag + ">";
  }

  /// A value as JSON that may stand in a prompt.
  public static String json(Object value) {
    return plain(Json.text(value));
  }

  /// A text that may stand in a prompt: brackets are written as JSON escapes them.
  public static String plain(String text) {
    return text.replace("<", "\\u003c").replace(">", "\\u003e");
  }

  /// The first section with this tag, or null.
  public static @Nullable JsonNode find(String tag, String text) {
    String open = "<" + tag + ">";
    int from = text.indexOf(open);
    int to = from < 0 ? -1 : text.indexOf("</" + tag + ">", from);
    return to < 0 ? null : Json.tree(text.substring(from + open.length(), to));
  }
}
