package dev.playloop.projector.shell;

import dev.playloop.journal.Live;
import dev.playloop.journal.Outgoing;
import dev.playloop.journal.Rendering.Rendered;
import dev.playloop.loop.people.Inbox;
import dev.playloop.loop.state.AgentState;
import dev.playloop.projector.edge.Trace;
import dev.playloop.schemas.approval.ApprovalInbox;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.topic.HeaderNames;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/// Puts what a step publishes into the batch; `actions` says by which sink actions go. Owned by the
/// task's thread.
record Publishing(Batch batch, Function<Outgoing.ToActions, String> actions, Attention attention) {
  void publish(Rendered rendered, @Nullable String trace) {
    for (Outgoing outgoing : rendered.outgoing()) {
      Headers headers = Trace.headers(trace);
      String sink =
          switch (outgoing) {
            case Outgoing.ToTurns to -> {
              named(headers, HeaderNames.TURN, to.turn().value());
              yield LoopTopology.TURNS;
            }
            case Outgoing.ToActions to -> {
              named(headers, HeaderNames.ACTION, to.action().value());
              yield actions.apply(to);
            }
          };
      batch.put(sink, outgoing.key(), outgoing.value(), headers);
    }
  }

  /// What a step changes for people and for the world projection.
  void changed(Live before, Live after) {
    waiting(before.state(), after.state());
    attention.tell(batch, before, after);
  }

  /// What waits for people, where that has changed: the newest value on the topic says all of it.
  private void waiting(AgentState before, AgentState after) {
    if (Inbox.changed(before, after)) {
      ApprovalInbox inbox = Inbox.of(after);
      byte[] value = inbox.isEmpty() ? null : Json.bytes(inbox);
      batch.put(LoopTopology.APPROVALS, after.agent().value(), value, new RecordHeaders());
    }
  }

  /// So that a worker which can't read the body still knows whom to answer for.
  private static void named(Headers headers, String name, String id) {
    headers.add(name, id.getBytes(StandardCharsets.UTF_8));
  }
}
