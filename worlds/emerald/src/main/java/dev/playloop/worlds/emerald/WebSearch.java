package dev.playloop.worlds.emerald;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;

/// Searches the web. Thread-safe.
public interface WebSearch {
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
}
