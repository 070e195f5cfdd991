package dev.playloop.worlds.kernel.model;

import dev.playloop.schemas.id.SceneId;
import dev.playloop.worlds.model.SelfPerspective;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What a principal of the kernel sees: its balances, its LLM budget, its disk, its own artifacts,
/// and what others did lately.
///
/// A principal is its own scene with one entity, [#SELF]: everything it sees changes in one event.
/// Budget: [#MAX_TOKENS].
final class KernelPerspective extends SelfPerspective {
  static final int MAX_TOKENS = 1_500;
  private static final int SUMMARY_ROWS = 6;

  KernelPerspective() {
    super(MAX_TOKENS, "Nothing is known about you yet.");
  }

  @Override
  public SceneId homeScene(String actor) {
    return KernelScenes.of(actor);
  }

  @Override
  protected void shorten(ObjectNode state, int rows) {
    keep(state, "artifacts", "moreArtifacts", rows);
    keep(state, "recent", "moreRecent", rows);
  }

  @Override
  protected String summary(ObjectNode state) {
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
