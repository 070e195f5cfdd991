package dev.playloop.schemas.view;

import dev.playloop.schemas.Require;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Versioned;
import org.jspecify.annotations.Nullable;

/// What happened to a write between its release and its result, such as `submitted` or `seen`. It
/// is journaled and shown; no model sees it, and nothing ends by it.
///
/// @param step in a word or a few
/// @param receipt what proves it, such as a transaction's hash; null where nothing does
public record Progress(int v, ActionId action, AgentId agent, String step, @Nullable String receipt)
    implements Versioned {
  public static final int VERSION = 1;
  public static final int MAX_STEP = 60;
  public static final int MAX_RECEIPT = 200;

  public Progress {
    Require.text("step", step, MAX_STEP);
    if (receipt != null) {
      Require.text("receipt", receipt, MAX_RECEIPT);
    }
  }

  public static Progress of(Action action, String step, @Nullable String receipt) {
    return new Progress(VERSION, action.action(), action.agent(), step, receipt);
  }
}
