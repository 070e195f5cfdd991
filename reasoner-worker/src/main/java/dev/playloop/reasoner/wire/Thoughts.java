package dev.playloop.reasoner.wire;

import dev.playloop.reasoner.wire.LlmAnswer.Said;
import java.util.List;

/// Reasoning that a model's server left in the text, as `<think>…</think>` before the answer. It is
/// no answer: it would end a run as its summary. `raw` keeps it. A pure function.
final class Thoughts {
  private static final List<String> NAMES = List.of("think", "thinking", "reasoning");

  private Thoughts() {}

  /// The answer without the reasoning before it, and a note of that; all of it where it never ends.
  static LlmAnswer without(LlmAnswer answer) {
    if (!(answer instanceof Said said)) {
      return answer;
    }
    String text = answer(said.text());
    return text.length() == said.text().length()
        ? said
        : new Said(
            said.raw(),
            text,
            said.calls(),
            said.usage(),
            said.meta().noting("reasoning stood in the text, and was left out"));
  }

  private static String answer(String text) {
    String lead = text.stripLeading();
    for (String name : NAMES) {
      boolean opened = lead.startsWith("<" + name + ">");
      String end = "</" + name + ">";
      int at = text.indexOf(end);
      // Some templates of prompts open it already, so that only the end is said.
      if (at >= 0 && (opened || !text.substring(0, at).contains("<"))) {
        return text.substring(at + end.length()).strip();
      }
      if (opened) {
        return "";
      }
    }
    return text;
  }
}
