package dev.playloop.worlds.eternum.model;

import dev.playloop.schemas.json.Matches;
import dev.playloop.schemas.tool.Bounds;
import dev.playloop.schemas.tool.Describe;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.Traits;
import dev.playloop.worlds.eternum.model.game.ViewSection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What looks at the game and changes nothing.
public sealed interface EternumRead extends EternumTool {
  int MAX_RADIUS = 12;

  @Describe(
      "Look at the game beyond your view. Without parameters: all sections, the nearest and newest"
          + " of each. With ids: that structure, explorer, bank or guild in full, yours or not.")
  @Traits(effect = Effect.READ)
  record ObserveGame(
      @Describe("only these sections") @Bounds(min = 1, max = 9)
          @Nullable List<ViewSection> sections,
      @Describe("structure to look at: guards, buildings, balances, arrivals")
          @Bounds(min = 1, max = EternumWrite.MAX_U32)
          @Nullable Long structureId,
      @Describe("explorer to look at: troops, stamina, what it carries")
          @Bounds(min = 1, max = EternumWrite.MAX_U32)
          @Nullable Long explorerId,
      @Describe("bank whose pools to list") @Bounds(min = 1, max = EternumWrite.MAX_U32)
          @Nullable Long bankEntityId,
      @Describe("guild whose members to list, its owner's address")
          @Bounds(min = 3, max = 66)
          @Matches(EternumWrite.ADDRESS)
          @Nullable String guildEntityId,
      @Describe("hex around which to look at the map; around what you have if left out")
          @Nullable MapCentre around,
      @Describe("the most rows of a section, 20 if left out") @Bounds(min = 1, max = 64)
          @Nullable Integer limit)
      implements EternumRead {
    public ObserveGame {
      sections = sections == null ? null : List.copyOf(sections);
    }
  }

  /// @param radius in hexes; 5 if left out
  record MapCentre(
      @Describe("column") @Bounds(min = 0, max = EternumWrite.MAX_U32) long x,
      @Describe("row") @Bounds(min = 0, max = EternumWrite.MAX_U32) long y,
      @Describe("how far, in hexes; 5 if left out") @Bounds(min = 1, max = MAX_RADIUS)
          @Nullable Integer radius) {}

  @Describe(
      "List the actions of execute_action with what each does, needs and takes: one of them, those"
          + " of a group, or all names.")
  @Traits(effect = Effect.READ)
  record ListActions(
      @Describe("one action, by its actionType") @Bounds(min = 1, max = 64)
          @Nullable String actionType,
      @Describe("a group, such as Combat") @Bounds(min = 1, max = 64) @Nullable String group)
      implements EternumRead {}
}
