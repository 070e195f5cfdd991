package dev.playloop.launcher.example;

import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.ToolCall;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// The texts in decisions and results, as a person would search them.
final class Texts {
  private Texts() {}

  static List<String> of(Decision decision) {
    return switch (decision.outcome()) {
      case Decision.Answered answered -> {
        List<String> texts = new ArrayList<>();
        texts.add(answered.text());
        for (ToolCall call : answered.toolCalls()) {
          if (call.check() instanceof ToolCall.Valid valid) {
            collect(valid.args(), texts);
          }
        }
        yield texts;
      }
      case Decision.Refused refused -> List.of(refused.message());
      case Decision.Failed failed -> List.of(failed.message());
      case Decision.Deferred _, Decision.Expired _ -> List.of();
    };
  }

  static List<String> of(ActionResult result) {
    List<String> texts = new ArrayList<>();
    if (result.output() != null) {
      texts.add(Json.text(result.output()));
    }
    if (result.error() != null) {
      texts.add(result.error().code() + ": " + result.error().message());
    }
    return texts;
  }

  private static void collect(JsonNode node, List<String> into) {
    if (node.isString()) {
      into.add(node.asString());
    } else {
      node.values().forEach(child -> collect(child, into));
    }
  }
}
