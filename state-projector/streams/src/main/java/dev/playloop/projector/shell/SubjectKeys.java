package dev.playloop.projector.shell;

import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.journal.SubjectKey;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.seal.DataKey;
import dev.playloop.schemas.seal.MasterKey;
import java.time.Instant;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.KeyValue;
import org.jspecify.annotations.Nullable;

/// The data keys of one task's agents: one a subject, and one for what an agent does for nobody in
/// particular, its snapshots included. Random; made, stored (wrapped), and published in the
/// transaction of the first entry that needs it; dropped likewise. Up to [#MAX_HELD] are kept open.
/// Owned by the task's thread. In the same store as [Agents], behind a prefix of its own.
final class SubjectKeys {
  private static final int MAX_HELD = 4_000;
  private static final int ID_BYTES = 16;
  private static final String KEYS = "d/";
  private static final char BETWEEN = '\u0000';

  private final Batch batch;
  private final @Nullable MasterKey master;
  private final Map<String, DataKey> held =
      new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, DataKey> eldest) {
          return size() > MAX_HELD;
        }
      };

  /// Without a master key nothing is sealed.
  SubjectKeys(Batch batch, @Nullable MasterKey master) {
    this.batch = batch;
    this.master = master;
  }

  /// The key for what an agent does for `subject` (null: for nobody); null where nothing is sealed.
  @Nullable DataKey of(AgentId agent, @Nullable String subject, Instant at) {
    MasterKey with = master;
    if (with == null) {
      return null;
    }
    String place = place(agent, subject) + with.id();
    DataKey known = held.get(place);
    if (known == null) {
      byte[] stored = batch.get(place);
      DataKey opened = stored == null ? null : with.unwrap(Json.read(stored, SubjectKey.class));
      known = opened == null ? create(with, place, agent, subject, at) : opened;
      held.put(place, known);
    }
    return known;
  }

  private DataKey create(
      MasterKey with, String place, AgentId agent, @Nullable String subject, Instant at) {
    String id = HexFormat.of().formatHex(with.random(ID_BYTES));
    byte[] fresh = with.random(DataKey.BYTES);
    byte[] wrapped =
        Json.bytes(SubjectKey.of(id, agent, with.id(), with.wrap(id, fresh), at).subject(subject));
    batch.put(place, wrapped);
    batch.put(LoopTopology.SUBJECT_KEYS, id, wrapped, new RecordHeaders());
    return new DataKey(id, fresh);
  }

  /// Drops the subject's key, and the agent's own, since its snapshots hold what it knows of the
  /// subject. Works without the master key too.
  void forget(AgentId agent, String subject) {
    drop(place(agent, subject));
    drop(place(agent, null));
  }

  private void drop(String place) {
    for (KeyValue<String, byte[]> one : batch.range(place, place + '\uffff')) {
      batch.delete(one.key);
      held.remove(one.key);
      batch.put(
          LoopTopology.SUBJECT_KEYS,
          Json.read(one.value, SubjectKey.class).id(),
          null,
          new RecordHeaders());
    }
  }

  /// What was made in memory of a record that failed is read anew.
  void undo() {
    held.clear();
  }

  /// What the store's keys begin with; the id of the master key follows.
  private static String place(AgentId agent, @Nullable String subject) {
    return KEYS + agent.value() + BETWEEN + Objects.requireNonNullElse(subject, "") + BETWEEN;
  }
}
