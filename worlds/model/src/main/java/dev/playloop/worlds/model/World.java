package dev.playloop.worlds.model;

import dev.playloop.schemas.tool.ToolCatalogue;

/// The pure half of a world: its tools, and what an agent sees of it. Immutable.
public interface World {
  /// Its name, the first part of its agents' ids.
  String name();

  /// Its read and write tools, without the loop's own.
  ToolCatalogue tools();

  /// Tools of the loop's own use, such as the write that leaves a memory: performed like the
  /// others, offered to no model, and named differently.
  default ToolCatalogue internal() {
    return ToolCatalogue.EMPTY;
  }

  Perspective perspective();

  /// The name of the internal write by which a closed run leaves a memory, or null where the world
  /// stores none. Internal writes are never offered to the model; see [WorldActions].
  default @org.jspecify.annotations.Nullable String memoryTool() {
    return null;
  }

  /// The kind of trigger by which an agent of this world goes on with work of its own, such as
  /// `tally.iteration`, or null; by its last part it is a schedule. Runs of that kind are counted,
  /// begin with the plan that the last one left, and may leave steps open.
  default @org.jspecify.annotations.Nullable String iterationKind() {
    return null;
  }

  /// The internal writes by which the loop draws on LLM money that this world keeps for its actors,
  /// or null where the caps of the config are all there is.
  default @org.jspecify.annotations.Nullable AccountTools account() {
    return null;
  }

  /// Around each LLM call the loop releases two internal writes, in the agent's own lane:
  ///
  /// - `reserve` with `{turn, upper_bound_usd}` before it. DONE with `{held_usd}`, which may be
  ///   less than was asked for: the call may cost that much. REFUSED where nothing can be held.
  /// - `settle` with `{turn, cost_usd, model, input_tokens, output_tokens, failed}` once it is
  ///   known what the call did cost, however late. What the loop doesn't know is left out.
  ///
  /// `turn` names the hold; a turn that is issued again gets another one. A hold that is never
  /// settled belongs to a call that never answered; its world lets go of it in its own time.
  record AccountTools(String reserve, String settle) {}
}
