package dev.playloop.reasoner.wire;

import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.event.Turn;

/// Ids for tool calls that came without one; unique within a conversation, and derived.
final class CallIds {
  private CallIds() {}

  static String minted(Turn.Body prompt, int index) {
    long said = prompt.messages().stream().filter(m -> m instanceof Message.Assistant).count();
    return "call_" + (said + 1) + "_" + (index + 1);
  }
}
