package dev.playloop.chaos.system;

import dev.playloop.chaos.world.EternumDeeds;
import dev.playloop.chaos.world.KernelDeeds;
import dev.playloop.chaos.world.VaultWorld;
import dev.playloop.schemas.json.Json;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What the model says: one write a turn for as many turns as the trigger's text asks for, then a
/// closing word. A deposit of so much is tried again where it turns out not to have happened. The
/// same prompt always gets the same answer. Stateless.
public final class ModelScript {
  private static final Pattern STEPS = Pattern.compile("steps=(\\d{1,2})");
  private static final Pattern AMOUNT = Pattern.compile("amount=(\\d{1,4})");
  private static final Pattern REALM = Pattern.compile("realm=(\\d{1,4})");
  private static final String NOT_DONE = "not_done";

  /// What a villager does whoever is there.
  private static final String EMOTE = "emote";

  private static final int BYTES_PER_TOKEN = 4;

  private ModelScript() {}

  /// The text of a trigger that asks for so many writes. `order` makes each prompt another one.
  public static String order(String order, int steps) {
    return "Order " + order + ": steps=" + steps + ", one a turn.";
  }

  /// The text of a trigger that asks for one deposit of so much.
  public static String deposit(String order, int amount) {
    return "Order " + order + ": steps=1, amount=" + amount + ".";
  }

  /// A whole chat completion as an answer to `body`.
  static byte[] answer(byte[] body) {
    JsonNode request = Json.LOG.readTree(body);
    int done = 0;
    for (JsonNode message : request.path("messages")) {
      if (message.path("role").asString("").equals("assistant")) {
        done++;
      }
    }
    ObjectNode message = Json.NODES.objectNode().put("role", "assistant");
    boolean acts = done < steps(request) + notDone(request) && !request.path("tools").isEmpty();
    if (acts) {
      message.putNull("content");
      write(message, request, done + 1);
    } else {
      message.put("content", "Done.");
    }
    ObjectNode reply =
        Json.NODES
            .objectNode()
            .put("id", "chaos")
            .put("object", "chat.completion")
            .put("created", 1);
    reply.put("model", "chaos");
    ObjectNode choice = reply.putArray("choices").addObject().put("index", 0);
    choice.set("message", message);
    choice.put("finish_reason", acts ? "tool_calls" : "stop");
    int in = body.length / BYTES_PER_TOKEN;
    reply
        .putObject("usage")
        .put("prompt_tokens", in)
        .put("completion_tokens", 40)
        .put("total_tokens", in + 40);
    return Json.bytes(reply);
  }

  /// The trigger's text may lie in any part of the prompt, but comes before what tools answered.
  private static int steps(JsonNode request) {
    return number(request, STEPS, 0);
  }

  /// How often a deposit of so much was not done after all.
  private static int notDone(JsonNode request) {
    int times = 0;
    for (JsonNode message : request.path("messages")) {
      boolean answer = message.path("role").asString("").equals("tool");
      times += answer && message.path("content").toString().contains(NOT_DONE) ? 1 : 0;
    }
    return number(request, AMOUNT, -1) < 0 ? 0 : times;
  }

  private static int number(JsonNode request, Pattern pattern, int otherwise) {
    for (JsonNode message : request.path("messages")) {
      if (message.path("role").asString("").equals("user")) {
        Matcher matcher = pattern.matcher(message.path("content").toString());
        if (matcher.find()) {
          return Integer.parseInt(matcher.group(1));
        }
      }
    }
    return otherwise;
  }

  /// What the agent's instructions say of its realm, in whatever part of the prompt they lie.
  private static int realm(JsonNode request) {
    Matcher matcher = REALM.matcher(request.path("messages").toString());
    return matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
  }

  private static String tool(Set<String> offered, int step) {
    if (offered.contains(VaultWorld.DEPOSIT)) {
      return VaultWorld.DEPOSIT;
    }
    if (offered.contains(KernelDeeds.PAY)) {
      return KernelDeeds.TOOLS.get(step % KernelDeeds.TOOLS.size());
    }
    if (offered.contains(EternumDeeds.TOOL)) {
      return EternumDeeds.TOOL;
    }
    if (offered.contains(Game.PRESS)) {
      return Game.PRESS;
    }
    if (offered.contains(EMOTE)) {
      return EMOTE;
    }
    return step % 2 == 1 && offered.contains("do_work") ? "do_work" : "create_post";
  }

  private static void write(ObjectNode message, JsonNode request, int step) {
    Set<String> tools = new HashSet<>();
    for (JsonNode tool : request.path("tools")) {
      tools.add(tool.path("function").path("name").asString(""));
    }
    String tool = tool(tools, step);
    ObjectNode arguments = Json.NODES.objectNode();
    switch (tool) {
      case KernelDeeds.PAY, KernelDeeds.INVOKE, KernelDeeds.WRITE ->
          KernelDeeds.arguments(tool, step, arguments);
      case EternumDeeds.TOOL -> EternumDeeds.arguments(realm(request), arguments);
      case EMOTE -> arguments.put(EMOTE, "wave");
      case Game.PRESS -> arguments.putArray("buttons").add(Game.BUTTON);
      case "do_work" -> arguments.put("jobType", "farming");
      case "create_post" -> arguments.put("content", "Step " + step + " is done.");
      default -> arguments.put("amount", number(request, AMOUNT, step));
    }
    message
        .putArray("tool_calls")
        .addObject()
        .put("id", "call_" + step)
        .put("type", "function")
        .putObject("function")
        .put("name", tool)
        .put("arguments", arguments.toString());
  }
}
