package dev.playloop.proving.fuzz.input;

import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.json.Json;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// What a person may say to an agent over HTTP, before it is broken.
public final class Controls {
  /// Takes every control.
  public static final String PATH = "/v1/controls";

  /// Questions that nobody asks, and paths that are none.
  public static final List<String> APPROVALS =
      List.of(
          "/v1/approvals/0123456789abcdef",
          "/v1/approvals/%00",
          "/v1/approvals/..",
          "/v1/approvals/",
          "/v1/approvals/0123456789abcdef;x",
          "/v1/approvals/x?agent=%zz");

  private static final List<String> TYPES =
      List.of(
          "approve",
          "deny",
          "edit",
          "withdraw",
          "confirm",
          "grant",
          "revoke",
          "cancel-run",
          "pause",
          "resume",
          "forget-subject",
          "snapshot");
  private static final String HASH = "0123456789abcdef".repeat(4);

  private Controls() {}

  /// A body for this path.
  public static ObjectNode of(String path, AgentId agent, long number, Chance chance) {
    String type = chance.of(TYPES);
    if (!path.equals(PATH)) {
      ObjectNode answer = Json.NODES.objectNode().put("answer", type).put("argsHash", HASH);
      answer.put("reason", "because").putObject("args").put("amount", 3);
      return answer;
    }
    ObjectNode control = Json.NODES.objectNode().put("type", type).put("agent", agent.value());
    RunId run = RunId.of(agent, "f" + Math.abs(number));
    switch (type) {
      case "approve", "deny", "edit", "withdraw" -> {
        control.putObject("about").put("action", action(run)).put("argsHash", HASH);
        control.put("reason", "because");
        if (type.equals("edit")) {
          control.putObject("args").put("amount", 1.5);
        }
      }
      case "confirm" -> control.put("action", action(run)).put("happened", chance.oneIn(2));
      case "grant" -> {
        control.put("grant", "g" + number).put("rule", "pay").put("uses", chance.below(9));
        control.put("until", "2026-12-31T00:00:00Z").putObject("pattern");
      }
      case "revoke" -> control.put("grant", "g" + number);
      case "cancel-run" -> control.put("run", run.value());
      case "forget-subject" -> control.put("subject", "nobody");
      default -> {
        // Its agent is all it needs.
      }
    }
    return control;
  }

  private static String action(RunId run) {
    return ActionId.of(run.turn(1), 1).value();
  }
}
