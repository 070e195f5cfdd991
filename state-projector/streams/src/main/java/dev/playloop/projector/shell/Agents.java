package dev.playloop.projector.shell;

import dev.playloop.journal.Live;
import dev.playloop.journal.Taken;
import dev.playloop.journal.Transcript;
import dev.playloop.journal.Transcripts;
import dev.playloop.loop.state.AgentState;
import dev.playloop.loop.state.StateJson;
import dev.playloop.loop.state.Transition;
import dev.playloop.loop.state.WrittenMessage;
import dev.playloop.loop.talk.Talk;
import dev.playloop.loop.talk.TalkMark;
import dev.playloop.loop.talk.TalkMemory;
import dev.playloop.loop.talk.TalkSource;
import dev.playloop.loop.talk.Talks;
import dev.playloop.projector.steady.WeighedCache;
import dev.playloop.projector.telemetry.LoopTelemetry;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Edge;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.json.JsonWeight;
import java.nio.BufferUnderflowException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The agents of one task: their states, and apart from them what would be written again and again
/// with them: the messages of runs, each under its own key, configs and memories. They share the
/// task's store with [KnownTriggers], each kind behind its own prefix. Written through; those in
/// use are kept in memory up to `maxBytes` of what they take there. Owned by the task's thread.
final class Agents {
  private static final Logger LOG = LoggerFactory.getLogger(Agents.class);
  private static final String STATE = "s/";
  private static final String MESSAGE = "m/";
  private static final String CONFIG = "c/";
  private static final String MEMORY = "e/";
  private static final String TALK = "t/";
  private static final String MARK = "i/";
  private static final String BEHIND_HEX = "g";

  /// What a mark of the index takes in memory, its counterpart's id with it.
  private static final long MARK_BYTES = 512;

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
            StoredAgent.Cut cut = StoredAgent.decode(stored.value).state();
            telemetry.holds(state(cut.whole(batch.get(CONFIG + agent), batch.get(MEMORY + agent))));
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

  /// Writes what a step made of an agent: the messages it cleared and added, whose talk it forgot
  /// and what is kept of the others' now, then the state.
  void put(Taken taken, List<Talk> changed, Kept after) {
    String agent = after.live().state().agent().value();
    for (int place : taken.step().cleared()) {
      for (int i = 0; i < taken.before().state().messages(place); i++) {
        batch.delete(message(agent, place, i));
      }
    }
    for (Transition.Appended appended : taken.step().appended()) {
      batch.put(message(agent, appended.place(), appended.index()), appended.written().json());
    }
    for (String with : taken.step().talks().forgotten()) {
      batch.delete(with(TALK, agent, with));
      batch.delete(with(MARK, agent, with));
    }
    for (Talk talk : changed) {
      batch.put(with(TALK, agent, talk.with()), Json.bytes(talk));
      Talks index = after.live().talks().talks();
      batch.put(with(MARK, agent, talk.with()), Json.bytes(index.only(talk.with())));
    }
    put(taken.before().parts(), after, taken.json());
  }

  /// Writes an agent whose messages did not change.
  void put(Kept after, StateJson state) {
    put(after.live().parts(), after, state);
  }

  private void put(StateJson.Parts before, Kept after, StateJson state) {
    String agent = after.live().state().agent().value();
    StateJson.Parts now = state.parts();
    putChanged(CONFIG + agent, before.configJson(), now.configJson());
    putChanged(MEMORY + agent, before.memoryJson(), now.memoryJson());
    StoredAgent.Cut cut = StoredAgent.Cut.of(state);
    batch.put(STATE + agent, StoredAgent.of(after, cut).encode());
    hold(after, weight(cut, now.memoryJson()));
  }

  /// What was written is known by itself: nothing is written twice, nor compared.
  @SuppressWarnings("ReferenceEquality")
  private void putChanged(String key, byte @Nullable [] before, byte @Nullable [] now) {
    if (now != null && now != before) {
      batch.put(key, now);
    }
  }

  private Kept read(AgentId agent) {
    byte[] bytes = batch.get(STATE + agent.value());
    if (bytes == null) {
      Kept empty = Kept.empty(agent);
      return hold(
          new Kept(
              empty.live().reading(talks(agent)), empty.head(), empty.release(), empty.trace()),
          0);
    }
    StoredAgent stored = StoredAgent.decode(bytes);
    byte[] config = batch.get(CONFIG + agent.value());
    byte[] memory = batch.get(MEMORY + agent.value());
    AgentState state = state(stored.state().whole(config, memory));
    Transcripts transcripts = Transcripts.EMPTY;
    for (int place = 0; place < Transcripts.PLACES; place++) {
      transcripts = transcripts.with(place, transcript(state, place));
    }
    StateJson.Parts parts = StateJson.Parts.of(state, config, memory);
    TalkMemory talks = new TalkMemory(marks(state), talks(agent));
    Live live = new Live(state, transcripts, talks, parts, stored.wish());
    return hold(
        new Kept(live, stored.head(), stored.release(), stored.trace()),
        weight(stored.state(), memory));
  }

  private Transcript transcript(AgentState state, int place) {
    List<@Nullable WrittenMessage> messages = new ArrayList<>();
    for (int i = 0; i < state.messages(place); i++) {
      byte[] message = batch.get(message(state.agent().value(), place, i));
      messages.add(message == null ? null : WrittenMessage.read(message));
    }
    return Transcript.of(messages);
  }

  /// The index of who said what; nothing is looked for where nobody said anything.
  private Talks marks(AgentState state) {
    if (state.talks() == null) {
      return Talks.NONE;
    }
    String prefix = MARK + state.agent().value() + "/";
    Map<String, TalkMark> marks = new HashMap<>();
    for (KeyValue<String, byte[]> one : batch.range(prefix, prefix + BEHIND_HEX)) {
      marks.putAll(Json.read(one.value, Talks.class).marks());
    }
    Talks talks = Talks.of(marks);
    if (!state.talks().equals(talks.root())) {
      throw new IllegalStateException("the agent store lacks marks that its state refers to");
    }
    return talks;
  }

  private TalkSource talks(AgentId agent) {
    return with -> {
      byte[] talk = batch.get(with(TALK, agent.value(), with));
      return talk == null ? null : Json.read(talk, Talk.class);
    };
  }

  /// Whoever sends triggers makes up counterparts' ids, so their hash is the key.
  private static String with(String prefix, String agent, String counterpart) {
    return prefix + agent + "/" + Sha256.hex(counterpart);
  }

  private static AgentState state(byte[] whole) {
    return Json.read(whole, AgentState.class, Edge.KEPT);
  }

  /// The config, which operators write, counts as 8 KiB; the rest of the state holds what outsiders
  /// send, as trees.
  private static long weight(StoredAgent.Cut cut, byte @Nullable [] memory) {
    return 8_192L + JsonWeight.of(cut.rest()) + (memory == null ? 0 : JsonWeight.of(memory));
  }

  /// A message is held as it is and as its JSON.
  ///
  /// @param weight of the state
  private Kept hold(Kept kept, long weight) {
    Live live = kept.live();
    held.put(
        live.state().agent(),
        kept,
        weight
            + 2L * live.transcripts().bytes()
            + MARK_BYTES * live.talks().talks().marks().size());
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
