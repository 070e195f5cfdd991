package dev.playloop.schemas.tool;

/// What the calls of a tool share their lane with: calls of one lane run one at a time, in the
/// order they were released. All of it can be told from the action alone.
public enum LaneBy {
  /// A write's agent; a read has a lane of its own.
  EFFECT,
  /// The agent that calls.
  AGENT,
  /// Who acts in the world, for whichever agent.
  ACTOR,
  /// All calls in the world that name the same lane, such as one emulator.
  WORLD,
  /// All calls in the world that give the same value to a parameter of the same name, such as an
  /// army's id.
  ARGUMENT
}
