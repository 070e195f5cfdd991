package dev.playloop.worlds.emerald.model;

import dev.playloop.schemas.tool.Bounds;
import dev.playloop.schemas.tool.Describe;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.Traits;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What presses buttons, or changes the game's memory. A write's lane is its agent, and each agent
/// has an emulator of its own, so that a game gets one command at a time.
public sealed interface EmeraldWrite extends EmeraldTool {
  int MAX_STEPS = 10;
  int MAX_PRESSES = 20;
  int MAX_HOLD_MILLIS = 10_000;

  @Describe(
      "Walk a path of tiles. Each tile lies next to the one before it, the first next to where you"
          + " stand; a ledge counts as one step of two tiles. The whole path is checked before a"
          + " button is pressed. A warp may only be the last tile. Says where you stopped and why.")
  @Traits(effect = Effect.WRITE)
  record Navigate(
      @Describe("the tiles, in order; coordinates as look tells them")
          @Bounds(min = 1, max = MAX_STEPS)
          List<Tile> path)
      implements EmeraldWrite {}

  /// A tile of the map; x grows to the east, y to the south.
  record Tile(
      @Describe("column") @Bounds(min = -7, max = 1023) int x,
      @Describe("row") @Bounds(min = -7, max = 1023) int y) {}

  @Describe("In a battle, when the action menu waits: choose FIGHT and the move in this slot.")
  @Traits(effect = Effect.WRITE)
  record SelectMove(
      @Describe("slot of the move, 1 to 4") @Bounds(min = 1, max = 4) int slot,
      @Describe("in a double battle, whom it hits: 1 the left foe, 2 the right one")
          @Bounds(min = 1, max = 2)
          @Nullable Integer target)
      implements EmeraldWrite {}

  @Describe(
      "Open the bag, in a battle by its menu, else by the start menu. With an item, goes to it and"
          + " opens what can be done with it; with use, chooses the first of that.")
  @Traits(effect = Effect.WRITE)
  record SelectBag(
      @Describe("pocket to open; the one that was open last if left out") @Nullable Pocket pocket,
      @Describe("number of the item, as look lists it; needs a pocket") @Bounds(min = 1, max = 376)
          @Nullable Integer item,
      @Describe("true to use the item") @Nullable Boolean use)
      implements EmeraldWrite {}

  @Describe(
      "In a battle, when the action menu or a forced choice waits: send out the monster in this"
          + " slot of your party.")
  @Traits(effect = Effect.WRITE)
  record SwitchPokemon(
      @Describe("slot of the party, 1 to 6, as look lists it") @Bounds(min = 1, max = 6) int slot)
      implements EmeraldWrite {}

  @Describe("In a wild battle, when the action menu waits: try to run away. It may fail.")
  @Traits(effect = Effect.WRITE)
  record SelectRun() implements EmeraldWrite {}

  @Describe(
      "Press buttons one after the other, each shortly. For what no other tool does: text boxes,"
          + " menus, talking to whom you face.")
  @Traits(effect = Effect.WRITE)
  record PressButtons(
      @Describe("the buttons, in order") @Bounds(min = 1, max = MAX_PRESSES) List<Button> buttons)
      implements EmeraldWrite {}

  @Describe(
      "Hold one button for a time. Only on the Mach bike, for what needs its full speed, such as"
          + " cracked floors.")
  @Traits(effect = Effect.WRITE)
  record HoldButtons(
      @Describe("the button") Button button,
      @Describe("milliseconds") @Bounds(min = 17, max = MAX_HOLD_MILLIS) int duration)
      implements EmeraldWrite {}

  @Describe(
      "Keep an NPC from walking on, so that you can catch up with it. Waits until it has finished"
          + " its step. Ends when any menu, text or battle ends, or by unstun_npc.")
  @Traits(effect = Effect.WRITE)
  record StunNpc(@Describe("number of the NPC, as look lists it") @Bounds(min = 0, max = 15) int id)
      implements EmeraldWrite {}

  @Describe("Let a stunned NPC walk again.")
  @Traits(effect = Effect.WRITE)
  record UnstunNpc(
      @Describe("number of the NPC, as look lists it") @Bounds(min = 0, max = 15) int id)
      implements EmeraldWrite {}
}
