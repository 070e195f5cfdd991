package dev.playloop.reasoner.wire;

import dev.playloop.reasoner.wire.LlmAnswer.Fault;
import dev.playloop.reasoner.wire.LlmAnswer.Said;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.event.LlmFailure;
import dev.playloop.schemas.json.CheckedJson;
import dev.playloop.schemas.json.Edge;
import java.nio.charset.StandardCharsets;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// The body of a reply with status 200, decoded once: it is paid for, so what is broken in it is
/// replaced where that is possible, and whatever its shape, it becomes an answer or a [Fault].
final class PaidReply {
  private static final int OK = 200;

  private PaidReply() {}

  /// What reads the JSON of one wire; `json` are the bytes that `root` was parsed from.
  @FunctionalInterface
  interface Reader {
    LlmAnswer read(byte[] json, JsonNode root);
  }

  static LlmAnswer read(byte[] body, Reader reader) {
    CheckedJson checked;
    JsonNode root;
    try {
      checked = CheckedJson.of(body, Edge.REPLY);
      root = checked.tree();
    } catch (InvalidValueException e) {
      return unusable("status 200 with " + what(body) + ": expected " + e.expected());
    }
    LlmAnswer answer;
    try {
      answer = Thoughts.without(reader.read(checked.bytes(), root));
    } catch (RuntimeException e) {
      // The net of this edge: bodies come in any shape, and none may cost a turn.
      return unusable("status 200 with a body of an unknown shape (" + e + ")");
    }
    return answer instanceof Said said && checked.replaced() > 0
        ? new Said(
            said.raw(),
            said.text(),
            said.calls(),
            said.usage(),
            said.meta()
                .noting(
                    checked.replaced()
                        + " characters or numbers of the reply were broken, and replaced"))
        : answer;
  }

  private static Fault unusable(String message) {
    return Fault.unusable(LlmFailure.INVALID_BODY, Redactor.brief(message), OK);
  }

  /// What a body is that can't be read, as far as its beginning tells.
  private static String what(byte[] body) {
    if (begins(body, 0x1F, 0x8B)) {
      return "a body in gzip, which was not asked for";
    }
    if (begins(body, 0x28, 0xB5, 0x2F, 0xFD)) {
      return "a body in zstd, which was not asked for";
    }
    String head =
        new String(body, 0, Math.min(body.length, 200), StandardCharsets.ISO_8859_1).strip();
    for (String field : List.of("data:", "event:", "id:", "retry:", ": ")) {
      if (head.startsWith(field)) {
        return "an event stream, which was not asked for";
      }
    }
    return head.isEmpty()
        ? "an empty body"
        : head.startsWith("<") ? "a body in HTML or XML" : "a body that is no usable JSON";
  }

  private static boolean begins(byte[] body, int... with) {
    for (int i = 0; i < with.length; i++) {
      if (i >= body.length || (body[i] & 0xFF) != with[i]) {
        return false;
      }
    }
    return true;
  }
}
