package dev.playloop.loop;

import dev.playloop.schemas.event.ApprovalEvent;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.RunId;
import java.util.HashSet;
import java.util.Set;

/// Checks that each question to a person ends once, in its run, and that nothing else does. Used by
/// one thread.
final class Questions {
  private final Set<ActionId> open = new HashSet<>();

  void asked(LoopEvent.ApprovalAsked asked) {
    if (!open.add(asked.action())) {
      throw new AssertionError(asked.action() + " is asked for while it is asked for");
    }
  }

  void heard(ApprovalEvent event) {
    if (event instanceof ApprovalEvent.Ended ended && !open.remove(ended.action())) {
      throw new AssertionError(ended + ", but nobody was asked");
    }
  }

  void closed(RunId run) {
    if (open.stream().anyMatch(action -> action.run().equals(run))) {
      throw new AssertionError(run + " ended with open questions: " + open);
    }
  }
}
