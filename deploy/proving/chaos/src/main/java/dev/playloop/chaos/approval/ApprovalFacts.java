package dev.playloop.chaos.approval;

import dev.playloop.chaos.check.Facts;
import dev.playloop.schemas.event.ActionResult.Status;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// What was counted of questions and writes, as plain values.
///
/// @param events what the loop decided, in the journal's order for each agent
/// @param released the writes that lie before an executor, by action
/// @param effects how often each write happened, as its world says, by action
/// @param results the last word on each action
/// @param words what is wrong with people's words
record ApprovalFacts(
    List<Facts.Decided> events,
    Map<String, Write> released,
    Map<String, Integer> effects,
    Map<String, Status> results,
    Words words) {
  /// @param unheard those that the gateway took, and of which the journal knows nothing
  /// @param unproved those in the journal that nobody signed who may
  record Words(List<String> unheard, List<String> unproved) {}

  /// A write with the arguments that it went out with.
  record Write(String tool, JsonNode args) {
    int people() {
      return Rules.people(tool, args.path("amount").asInt(0));
    }
  }
}
