package dev.playloop.benchmarks;

import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.Bounds;
import dev.playloop.schemas.tool.Describe;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.Tool;
import dev.playloop.schemas.tool.ToolCatalogue;
import dev.playloop.schemas.tool.Traits;
import dev.playloop.worlds.model.Perspective;
import dev.playloop.worlds.model.World;
import tools.jackson.databind.JsonNode;

/// The smallest world that is one: a write tool whose answer has about 2 KB, and nothing to see.
/// Immutable.
final class BenchWorld implements World {
  static final String NAME = "bench";

  /// What every effect answers.
  static final JsonNode OUTPUT =
      Json.NODES
          .objectNode()
          .put("crafted", true)
          .put("report", "The workshop hums along and the shelf fills up. ".repeat(40));

  private static final ToolCatalogue TOOLS = ToolCatalogue.ofSealed(BenchTool.class);

  sealed interface BenchTool extends Tool {
    @Describe("Craft an item in the workshop.")
    @Traits(effect = Effect.WRITE)
    record Craft(
        @Describe("what to craft") String item,
        @Describe("how many") @Bounds(min = 1, max = 100) int quantity,
        @Describe("a remark for the log book") @Bounds(min = 0, max = 2_000) String note)
        implements BenchTool {}
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public ToolCatalogue tools() {
    return TOOLS;
  }

  @Override
  public Perspective perspective() {
    return Perspective.blind();
  }
}
