package dev.playloop.worlds.sandbox;

import dev.playloop.worlds.sandbox.child.Frame;
import dev.playloop.worlds.sandbox.child.Frame.BadFrame;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;

/// Turns what a child asks into a call of the host, and the host's answer into a line.
final class HostCalls {
  /// In characters of JSON; a child's heap bears a few of these.
  private static final int MAX_ANSWER = 4 << 20;

  private static final long MAX_INTEGER = (1L << 53) - 1;
  private static final String INVALID_ARGUMENT = "invalid_argument";

  private final JsonMapper json;
  private final HostPort host;

  HostCalls(JsonMapper json, HostPort host) {
    this.json = json;
    this.host = host;
  }

  /// @throws BadFrame where no prelude of ours can have sent this
  Frame answer(Frame call) throws InterruptedException {
    JsonNode args = argsOf(call);
    ArrayNode answer = json.createArrayNode();
    try {
      answer.add(true).add(perform(call.get(Frame.NAME), args));
      String text = json.writeValueAsString(answer);
      if (text.length() <= MAX_ANSWER) {
        return frame(text);
      }
      return refusal(
          new HostRefusal(
              "quota_exceeded",
              "the answer has " + text.length() + " characters, at most " + MAX_ANSWER));
    } catch (HostRefusal refused) {
      return refusal(refused);
    }
  }

  private JsonNode argsOf(Frame call) {
    try {
      JsonNode args = json.readTree(call.get(Frame.ARGS));
      if (args.isArray()) {
        return args;
      }
    } catch (JacksonException notJson) {
      throw new BadFrame("a call whose arguments are no JSON, or nest too deep");
    }
    throw new BadFrame("a call whose arguments are no list");
  }

  private JsonNode perform(String name, JsonNode args) throws HostRefusal, InterruptedException {
    return switch (name) {
      case "invoke" -> host.invoke(text(args, 0, "invoke: artifact"), list(args.path(1)));
      case "read" -> host.read(text(args, 0, "read: artifact"));
      case "query" -> host.query(args.path(0));
      case "pay" -> host.pay(text(args, 0, "pay: to"), integer(args.path(1), "pay: amount"));
      case "balance" -> json.getNodeFactory().numberNode(host.balance());
      default -> throw new BadFrame("a call of an unknown name");
    };
  }

  private static String text(JsonNode args, int index, String what) throws HostRefusal {
    JsonNode value = args.path(index);
    if (!value.isString()) {
      throw new HostRefusal(INVALID_ARGUMENT, what + ": expected a string");
    }
    return value.stringValue();
  }

  private static long integer(JsonNode value, String what) throws HostRefusal {
    boolean exact = value.isIntegralNumber() && value.canConvertToLong();
    if (!exact || Math.abs(value.longValue()) > MAX_INTEGER) {
      throw new HostRefusal(
          INVALID_ARGUMENT, what + ": expected an integer of at most " + MAX_INTEGER);
    }
    return value.longValue();
  }

  private static List<JsonNode> list(JsonNode args) {
    if (!args.isArray()) {
      throw new BadFrame("an invocation whose arguments are no list");
    }
    return List.copyOf(new ArrayList<>(args.values()));
  }

  private Frame refusal(HostRefusal refused) {
    return frame(
        json.writeValueAsString(
            json.createArrayNode()
                .add(false)
                .add(refused.code())
                .add(GuestText.plain(refused.getMessage(), Outcome.Failed.MAX_MESSAGE))));
  }

  private static Frame frame(String answer) {
    return Frame.of(Frame.Type.ANSWER, Frame.VALUE, answer);
  }
}
