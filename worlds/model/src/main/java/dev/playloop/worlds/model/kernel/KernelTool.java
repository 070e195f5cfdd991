package dev.playloop.worlds.model.kernel;

import dev.playloop.schemas.tool.Tool;

/// Everything that can be asked of the kernel. Closed: a tool without its execution does not
/// compile.
public sealed interface KernelTool extends Tool permits KernelRead, KernelWrite, KernelBudget {
  /// Longest id of an artifact or a principal, in characters.
  int MAX_ID = 128;

  /// Longest content of one write, in characters, so that an action fits its topic.
  int MAX_CONTENT = 64_000;

  /// Largest amount of scrip in one call: what every JSON reader holds exactly.
  long MAX_AMOUNT = 9_007_199_254_740_991L;
}
