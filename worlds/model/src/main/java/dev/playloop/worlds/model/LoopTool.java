package dev.playloop.worlds.model;

import dev.playloop.schemas.tool.Bounds;
import dev.playloop.schemas.tool.Describe;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.Tool;
import dev.playloop.schemas.tool.ToolCatalogue;
import dev.playloop.schemas.tool.Traits;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The tools the loop answers itself, in every world.
public sealed interface LoopTool extends Tool {
  ToolCatalogue CATALOGUE = ToolCatalogue.ofSealed(LoopTool.class);

  @Describe(
      "State or replace your plan for this run as short steps; mark finished ones done. Say replyTo"
          + " when a message must be answered before the run ends.")
  @Traits(effect = Effect.READ)
  record Plan(
      @Describe("the steps, in order") @Bounds(min = 0, max = 20) List<Step> steps,
      @Describe("id of a message that must be answered before the run ends")
          @Nullable String replyTo)
      implements LoopTool {
    public record Step(
        @Describe("what to do, in a few words") @Bounds(min = 1, max = 200) String text,
        @Describe("true once it is done") boolean done) {}
  }

  @Describe("Remember a fact for all later runs, under a short key; an empty value forgets it.")
  @Traits(effect = Effect.READ)
  record Remember(
      @Describe("a short name") @Bounds(min = 1, max = 60) String key,
      @Describe("the fact") @Bounds(min = 0, max = 500) String value)
      implements LoopTool {}

  @Describe("Write a line into your own journal.")
  @Traits(effect = Effect.READ)
  record Note(@Describe("the line") @Bounds(min = 1, max = 1000) String text) implements LoopTool {}

  @Describe(
      "Recall what somebody said to you before and what you answered, by words that were used; of"
          + " whom this run is about, unless you name another.")
  @Traits(effect = Effect.READ)
  record Recall(
      @Describe("words to look for") @Bounds(min = 1, max = 200) String text,
      @Describe("the id of the one who said it") @Nullable String who)
      implements LoopTool {}

  @Describe("Look at your current view of the world again.")
  @Traits(effect = Effect.READ)
  record Observe() implements LoopTool {}

  @Describe("Wait before you go on, for something to change.")
  @Traits(effect = Effect.READ)
  record Wait(@Describe("seconds to wait") @Bounds(min = 1, max = 300) int seconds)
      implements LoopTool {}

  @Describe("End this run: the goal is reached, or nothing more can be done.")
  @Traits(effect = Effect.READ)
  record Finish(
      @Describe("what was achieved, in one or two sentences") @Bounds(min = 1, max = 1000)
          String summary,
      @Describe("how much this run matters for later, 0 to 1") @Bounds(min = 0, max = 1)
          @Nullable Double importance)
      implements LoopTool {}
}
