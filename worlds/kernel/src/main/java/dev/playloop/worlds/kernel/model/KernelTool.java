package dev.playloop.worlds.kernel.model;

import dev.playloop.schemas.tool.Tool;
import org.jspecify.annotations.Nullable;

/// Everything that can be asked of the kernel. Closed: a tool without its execution does not
/// compile.
public sealed interface KernelTool extends Tool permits KernelRead, KernelWrite, KernelBudget {
  /// What `max_scrip` says in every tool that has it.
  String MAX_SCRIP =
      "the most scrip that this may cost you in all, with what contracts ask and invoked code reads;"
          + " what you were last told that it costs if left out. Beyond it nothing happens";

  /// Longest id of an artifact or a principal, in characters.
  int MAX_ID = 128;

  /// Longest content of one write, in characters, so that an action fits its topic.
  int MAX_CONTENT = 64_000;

  /// Largest amount of scrip in one call: what every JSON reader holds exactly.
  long MAX_AMOUNT = 9_007_199_254_740_991L;

  /// The most scrip that the call may cost its caller in all; null: what the caller was last told
  /// that it costs. Tools without such an argument cost nothing, or just what they name.
  default @Nullable Long maxScrip() {
    return null;
  }
}
