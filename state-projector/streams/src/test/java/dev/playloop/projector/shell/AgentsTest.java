package dev.playloop.projector.shell;

import static dev.playloop.fixtures.Samples.agent;
import static dev.playloop.fixtures.Samples.config;
import static dev.playloop.fixtures.Samples.trigger;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.fixtures.Samples;
import dev.playloop.loop.state.AgentState;
import dev.playloop.loop.state.StateJson;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.json.Json;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// What a task holds of its agents, by what it takes in memory.
class AgentsTest {
  /// 30 KB of JSON, which take 900 KB as a tree.
  private static final JsonNode OBJECTS = Json.tree("[" + "{},".repeat(10_000) + "{}]");

  private static final long TAKES = 900_000;
  private static final String STATE = "s/test/ada";
  private static final String MEMORY = "e/test/ada";

  @TempDir Path dir;
  private LoopDriver loop;

  @BeforeEach
  void open() {
    loop = new LoopDriver(dir);
  }

  @AfterEach
  void close() {
    loop.close();
  }

  private void queueAt(String name) {
    loop.apply(config(name, name));
    loop.trigger(trigger(name, name + "-1", "opens a run"));
    loop.trigger(
        Trigger.of(name + "-2", agent(name), "chat.message")
            .at(Samples.START)
            .text("waits")
            .data(OBJECTS));
  }

  private Agents agents(long maxBytes) {
    return new Agents(
        new Batch(loop.driver.store(LoopTopology.AGENTS), (sink, key, value, headers) -> {}),
        maxBytes);
  }

  @Test
  void anAgentWeighsWhatItsQueueHolds() {
    queueAt("ada");
    loop.apply(config("bob", "bob"));
    Agents agents = agents(1L << 30);

    assertThat(agents.get(agent("ada")).live().state().queue()).hasSize(1);
    assertThat(agents.heldBytes()).isBetween(TAKES, 3 * TAKES);

    agents.undo(agent("ada"));
    assertThat(agents.heldBytes()).isZero();
    agents.get(agent("bob"));
    assertThat(agents.heldBytes()).isLessThan(TAKES / 10);
  }

  @Test
  void agentsThatHoldMuchLeaveTheMemoryOfATaskToOthers() {
    long max = 5 * TAKES;
    for (int i = 0; i < 6; i++) {
      queueAt("a" + i);
    }
    Agents agents = agents(max);

    for (int i = 0; i < 6; i++) {
      agents.get(agent("a" + i));
      assertThat(agents.heldBytes()).isLessThanOrEqualTo(max);
    }

    Kept last = agents.get(agent("a5"));
    assertThat(agents.get(agent("a5"))).isSameAs(last);
  }

  @Test
  void whatAnEarlierBuildStoredIsReadAndItsMemoryIsCutOutWithTheNextState() {
    loop.apply(config("ada", "ada"));
    loop.trigger(trigger("ada", "m-1", "opens a run"));
    KeyValueStore<String, byte[]> store = loop.driver.store(LoopTopology.AGENTS);
    AgentState state = agents(1L << 30).get(agent("ada")).live().state();
    byte[] memory = store.get(MEMORY);
    store.put(STATE, asByEarlierBuild(store));
    store.delete(MEMORY);

    Batch batch = new Batch(store, (sink, key, value, headers) -> {});
    Agents agents = new Agents(batch, 1L << 30);
    Kept kept = agents.get(agent("ada"));
    assertThat(kept.live().state()).isEqualTo(state);
    agents.put(kept, StateJson.of(state, kept.live().parts()));
    batch.commit();

    assertThat(store.get(MEMORY)).isEqualTo(memory);
    assertThat(agents(1L << 30).get(agent("ada")).live().state()).isEqualTo(state);
    store.delete(MEMORY);
    assertThatThrownBy(() -> agents(1L << 30).get(agent("ada")))
        .hasMessageContaining("lacks a memory");
  }

  /// Format 1 had the memory in the state, and no place for where it was.
  private static byte[] asByEarlierBuild(KeyValueStore<String, byte[]> store) {
    byte[] now = store.get(STATE);
    StoredAgent.Cut cut = StoredAgent.decode(now).state();
    int restAt = now.length - cut.rest().length;
    int memoryAt = cut.memoryAt() - store.get("c/test/ada").length;
    byte[] state =
        new StoredAgent.Cut(cut.rest(), StoredAgent.Cut.NOT_CUT, memoryAt)
            .whole(null, store.get(MEMORY));
    int place = 1 + 3 * Long.BYTES + 2 * 32 + 2 * Integer.BYTES;
    int behind = place + Integer.BYTES;
    return ByteBuffer.allocate(restAt - Integer.BYTES + state.length)
        .put((byte) 1)
        .put(now, 1, place - 1)
        .put(now, behind, restAt - behind)
        .put(state)
        .array();
  }
}
