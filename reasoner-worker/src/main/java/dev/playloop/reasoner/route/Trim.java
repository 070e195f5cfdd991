package dev.playloop.reasoner.route;

import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.event.Part;
import dev.playloop.schemas.event.Section;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.tool.ToolCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Cuts a prompt to half its size: the oldest answers go, each with its calls' outputs, and a
/// notice says so. What stands before the first answer, the newest answer, and the view stay.
final class Trim {
  private static final Message NOTICE =
      Message.User.text(
          Section.render(
              Section.NOTICE,
              Map.of("text", "Earlier steps of this run were left out here for want of room.")));

  private Trim() {}

  /// The smaller prompt, or null where there is nothing that may go.
  static Turn.@Nullable Body half(Turn.Body prompt) {
    List<Message> messages = prompt.messages();
    List<Integer> answers = new ArrayList<>();
    for (int i = 0; i < messages.size(); i++) {
      if (messages.get(i) instanceof Message.Assistant) {
        answers.add(i);
      }
    }
    if (answers.size() < 2) {
      return null;
    }
    long size = messages.stream().mapToLong(Trim::characters).sum();
    long left = size;
    int from = answers.getFirst();
    int to = from;
    for (int next = 1; next < answers.size() && left > size / 2; next++) {
      to = answers.get(next);
      left = size - messages.subList(from, to).stream().mapToLong(Trim::characters).sum();
    }
    List<Message> kept = new ArrayList<>(messages.subList(0, from));
    kept.add(NOTICE);
    kept.addAll(messages.subList(to, messages.size()));
    return new Turn.Body(prompt.tools(), kept);
  }

  private static long characters(Message message) {
    return switch (message) {
      case Message.SystemText(String text) -> text.length();
      case Message.User(List<Part> parts) ->
          parts.stream().mapToLong(p -> p instanceof Part.Text(String t) ? t.length() : 0).sum();
      case Message.Assistant said ->
          said.raw() != null
              ? said.raw().length()
              : said.text().length()
                  + said.calls().stream().map(ToolCall::arguments).mapToLong(String::length).sum();
      case Message.ToolOutput output -> output.text().length();
    };
  }
}
