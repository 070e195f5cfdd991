package dev.playloop.loop.state;

import dev.playloop.schemas.tool.ToolCall;

/// One call of a decision, and where its answer goes.
///
/// @param number the action's number in its turn, from 1
/// @param index the place of its answer in the transcript; [#NOWHERE] where no model waits for one
public record Slot(int number, int index, String callId, String tool) {
  public static final int NOWHERE = -1;

  /// `call`, the `number`th of its decision, whose answers begin at `first`.
  public static Slot of(int first, int number, ToolCall call) {
    return new Slot(number, first + number - 1, call.id(), call.target());
  }
}
