package dev.playloop.projector.shell;

import dev.playloop.journal.Live;
import dev.playloop.journal.Taken;
import dev.playloop.journal.Transcript;
import dev.playloop.journal.Transcripts;
import dev.playloop.loop.state.AgentState;
import dev.playloop.loop.state.StateJson;
import dev.playloop.loop.state.Transition;
import dev.playloop.loop.state.WrittenMessage;
import dev.playloop.projector.steady.WeighedCache;
import dev.playloop.projector.telemetry.LoopTelemetry;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Edge;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.json.JsonWeight;
import java.nio.BufferUnderflowException;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The agents of one task: their states, and apart from them what would be written again and again
/// with them: the messages of runs, each under its own key, and the configs. They share the task's
/// store with [KnownTriggers], each kind behind its own prefix. Written through; those in use are
/// kept in memory up to `maxBytes` of what they take there. Owned by the task's thread.
final class Agents {
  private static final Logger LOG = LoggerFactory.getLogger(Agents.class);
  private static final String STATE = "s/";
  private static final String MESSAGE = "m/";
  private static final String CONFIG = "c/";

  private final Batch batch;
  private final WeighedCache<AgentId, Kept> held;

  Agents(Batch batch, long maxBytes) {
    this.batch = batch;
    this.held = new WeighedCache<>(maxBytes);
  }

  /// Sets an alarm for each agent that has a deadline or waits for a view, and tells `telemetry`,
  /// where that is on, whom the task holds.
  void collect(Alarms alarms, LoopTelemetry telemetry) {
    telemetry.close(); // of what the task held before a failure
    try (KeyValueIterator<String, byte[]> all =
        batch.store().prefixScan(STATE, new StringSerializer())) {
      while (all.hasNext()) {
        var stored = all.next();
        String agent = stored.key.substring(STATE.length());
        try {
          alarms.set(agent, StoredAgent.deadlineOf(stored.value));
          alarms.waitForView(agent, StoredAgent.wishOf(stored.value) != Live.NO_WISH);
          if (telemetry.isOn()) {
            telemetry.holds(state(StoredAgent.decode(stored.value), batch.get(CONFIG + agent)));
          }
        } catch (IllegalArgumentException | IllegalStateException | BufferUnderflowException e) {
          // Its records will be dead letters; the others' agents must not stand still for it.
          LOG.atError().addKeyValue("agent", agent).setCause(e).log("its state can't be read");
        }
      }
    }
  }

  /// The agent as it is; an empty one where nothing is known of it.
  Kept get(AgentId agent) {
    Kept known = held.get(agent);
    return known == null ? read(agent) : known;
  }

  /// Forgets what was made of the agent in memory: it is read anew from the store.
  void undo(AgentId agent) {
    held.remove(agent);
  }

  /// Writes what a step made of an agent: the messages it cleared and added, then the state.
  void put(Taken taken, Kept after) {
    String agent = after.live().state().agent().value();
    for (int place : taken.step().cleared()) {
      for (int i = 0; i < taken.before().state().messages(place); i++) {
        batch.delete(message(agent, place, i));
      }
    }
    for (Transition.Appended appended : taken.step().appended()) {
      batch.put(message(agent, appended.place(), appended.index()), appended.written().json());
    }
    put(taken.before().parts(), after, taken.json().bytes());
  }

  /// Writes an agent whose messages and config did not change; `state` is the JSON of its state.
  void put(Kept after, byte[] state) {
    put(after.live().parts(), after, state);
  }

  private void put(StateJson.Parts before, Kept after, byte[] state) {
    Live live = after.live();
    String agent = live.state().agent().value();
    byte[] config = live.parts().configJson();
    if (config != null && !before.isOf(live.state().config())) {
      batch.put(CONFIG + agent, config);
    }
    StoredAgent whole = StoredAgent.of(after, state);
    StoredAgent cut = config == null ? whole : whole.without(config);
    batch.put(STATE + agent, cut.encode());
    hold(after, cut.state());
  }

  private Kept read(AgentId agent) {
    byte[] bytes = batch.get(STATE + agent.value());
    if (bytes == null) {
      return hold(Kept.empty(agent), new byte[0]);
    }
    StoredAgent stored = StoredAgent.decode(bytes);
    byte[] config = batch.get(CONFIG + agent.value());
    AgentState state = state(stored, config);
    Transcripts transcripts = Transcripts.EMPTY;
    for (int place = 0; place < Transcripts.PLACES; place++) {
      transcripts = transcripts.with(place, transcript(state, place));
    }
    StateJson.Parts parts =
        config == null || state.config() == null
            ? StateJson.Parts.NONE
            : StateJson.Parts.of(state.config(), config);
    Live live = new Live(state, transcripts, parts, stored.wish());
    return hold(new Kept(live, stored.head(), stored.release(), stored.trace()), stored.state());
  }

  private Transcript transcript(AgentState state, int place) {
    List<@Nullable WrittenMessage> messages = new ArrayList<>();
    for (int i = 0; i < state.messages(place); i++) {
      byte[] message = batch.get(message(state.agent().value(), place, i));
      messages.add(message == null ? null : WrittenMessage.read(message));
    }
    return Transcript.of(messages);
  }

  private static AgentState state(StoredAgent stored, byte @Nullable [] config) {
    return Json.read(stored.whole(config), AgentState.class, Edge.KEPT);
  }

  /// The config, which operators write, counts as 8 KiB; the rest of the state holds what outsiders
  /// send, as trees; a message is held as it is and as its JSON.
  private Kept hold(Kept kept, byte[] stateWithoutConfig) {
    Live live = kept.live();
    held.put(
        live.state().agent(),
        kept,
        8_192L + JsonWeight.of(stateWithoutConfig) + 2L * live.transcripts().bytes());
    return kept;
  }

  /// What the agents in memory take.
  long heldBytes() {
    return held.weight();
  }

  /// Those of the second place, which a second run needs, lie apart.
  private static String message(String agent, int place, int index) {
    return MESSAGE + agent + (place == 0 ? "/" : "/second/") + index;
  }
}
