package dev.playloop.worlds.emerald;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;

/// Searches the web. Thread-safe.
interface WebSearch {
  /// The result of the action that asks for `query`.
  ActionResult answer(Action action, String query) throws InterruptedException;

  /// Refuses to search.
  static WebSearch none() {
    return (action, query) ->
        Answers.refused(
            action,
            "no_web_search",
            "web search is not configured for this executor; go on without it",
            null);
  }

  /// Refuses to search, and names the setting that is missing.
  static WebSearch missing(String setting) {
    return (action, query) ->
        Answers.refused(
            action,
            "no_web_search",
            "web search is not configured: %s is not set; go on without it".formatted(setting),
            null);
  }
}
