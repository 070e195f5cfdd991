package dev.playloop.worlds.model.kernel;

import dev.playloop.schemas.id.SceneId;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.model.Perspective;
import dev.playloop.worlds.model.Scene;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// What a principal of the kernel sees: its balances, its LLM budget, its disk, its own artifacts,
/// and what others did lately.
///
/// A principal is its own scene with one entity, [#SELF]: everything it sees changes in one event.
/// Budget: [#MAX_TOKENS].
final class KernelPerspective implements Perspective {
  static final int MAX_TOKENS = 1_500;
  static final String SELF = "self";
  private static final int SUMMARY_ROWS = 6;

  @Override
  public SceneId homeScene(String actor) {
    return KernelScenes.of(actor);
  }

  @Override
  public Sight see(Scene scene, String actor) {
    Scene.Entity self = scene.entities().get(SELF);
    if (self == null || !(self.state() instanceof ObjectNode known)) {
      return sight(Json.NODES.objectNode(), "Nothing is known about you yet.");
    }
    ObjectNode state = known.deepCopy();
    Sight sight = sight(state, summary(state));
    for (int rows = 16;
        sight.tokens() > MAX_TOKENS && rows >= 0;
        rows = rows == 0 ? -1 : rows / 2) {
      cut(state, "artifacts", "moreArtifacts", rows);
      cut(state, "recent", "moreRecent", rows);
      sight = sight(state, summary(state));
    }
    return sight;
  }

  /// Keeps the first `rows` of a list, and says how many are left out.
  private static void cut(ObjectNode state, String field, String more, int rows) {
    if (state.get(field) instanceof ArrayNode list && list.size() > rows) {
      int left = list.size() - rows;
      while (list.size() > rows) {
        list.remove(list.size() - 1);
      }
      state.put(more, state.path(more).asInt(0) + left);
    }
  }

  private static Sight sight(JsonNode state, String summary) {
    int bytes =
        state.toString().getBytes(StandardCharsets.UTF_8).length
            + summary.getBytes(StandardCharsets.UTF_8).length;
    return new Sight(state, summary, (bytes + 3) / 4);
  }

  private static String summary(ObjectNode state) {
    StringBuilder text = new StringBuilder();
    text.append("You are ")
        .append(state.path("principal").asString("nobody"))
        .append(". You have ");
    text.append(state.path("scrip").asLong(0)).append(" scrip");
    long held = state.path("heldScrip").asLong(0);
    if (held > 0) {
      text.append(" and ").append(held).append(" more on hold");
    }
    text.append(" and ").append(budget(state)).append(". ");
    text.append(disk(state.path("disk")));
    text.append(artifacts(state));
    text.append(recent(state.path("recent")));
    return text.toString();
  }

  private static String budget(ObjectNode state) {
    JsonNode budget = state.path("llmBudget");
    return budget.isNumber()
        ? "an LLM budget of " + budget.decimalValue().toPlainString() + " USD"
        : "no LLM budget";
  }

  private static String disk(JsonNode disk) {
    long quota = disk.path("quota").asLong(0);
    return quota == 0
        ? ""
        : "You use " + disk.path("used").asLong(0) + " of " + quota + " bytes of disk. ";
  }

  private static String artifacts(ObjectNode state) {
    List<String> own = new ArrayList<>();
    for (JsonNode artifact : state.path("artifacts")) {
      if (own.size() == SUMMARY_ROWS) {
        break;
      }
      own.add(artifact.path("id").asString(""));
    }
    long all = state.path("artifactCount").asLong(0);
    if (all == 0) {
      return "You own no artifact. ";
    }
    String others = all > own.size() ? " and " + (all - own.size()) + " more" : "";
    return "You own " + String.join(", ", own) + others + ". ";
  }

  private static String recent(JsonNode recent) {
    List<String> lines = new ArrayList<>();
    for (JsonNode row : recent) {
      if (lines.size() == SUMMARY_ROWS) {
        break;
      }
      lines.add(row.path("text").asString(""));
    }
    return lines.isEmpty()
        ? "Nobody else did anything lately."
        : "Others lately: " + String.join("; ", lines) + ".";
  }
}
