package dev.playloop.loop.prompt;

import java.util.List;

/// Tells a tool call that a model wrote into its text, because its server does not know the model's
/// format of calls. It is never carried out: what stands in a text may be a quotation.
public final class CallsAsText {
  /// How the formats of the common open models begin, in lower case.
  private static final List<String> MARKS =
      List.of(
          "<tool_call>",
          "<tool_calls>",
          "<function_call>",
          "<function=",
          "<|tool_call",
          "<|python_tag|>",
          "[tool_calls]",
          "<\uff5ctool\u2581calls\u2581begin\uff5c>");

  private CallsAsText() {}

  /// Whether a line of the text begins with one; within a line it is talk about calls.
  public static boolean begins(String text) {
    return text.lines()
        .map(line -> line.strip().toLowerCase(java.util.Locale.ROOT))
        .anyMatch(line -> MARKS.stream().anyMatch(line::startsWith));
  }
}
