package dev.playloop.projector.shell;

import dev.playloop.journal.Live;
import dev.playloop.projector.world.Needs;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.view.ViewNeed;
import java.util.function.BooleanSupplier;
import org.apache.kafka.common.header.internals.RecordHeaders;

/// Tells the world projection whose views are needed: by `here` while this process projects all
/// scenes, at once and without a record; else by a topic, with the commit.
///
/// @param isAllHere whether all scenes are projected by this process; asked for each input, by all
///   threads of the loop
public record Attention(Needs here, BooleanSupplier isAllHere) {
  /// Where nobody asks for views.
  static Attention none() {
    return new Attention(new Needs(), () -> true);
  }

  /// Its run goes on, or is over.
  void tell(Batch batch, Live before, Live after) {
    AgentId agent = after.state().agent();
    boolean open = after.state().run() != null;
    if (!open && before.state().run() == null) {
      return;
    }
    ViewNeed need = open ? ViewNeed.of(after.wish() == Live.NO_WISH ? null : after.wish()) : null;
    if (isAllHere.getAsBoolean()) {
      batch.afterwards(() -> here.tell(agent, need));
    } else {
      byte[] value = need == null ? null : Json.bytes(need);
      batch.put(LoopTopology.VIEW_NEEDS, agent.value(), value, new RecordHeaders());
    }
  }
}
