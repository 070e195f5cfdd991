package dev.playloop.projector.shell;

import dev.playloop.journal.Sight;
import dev.playloop.projector.steady.WeighedCache;
import dev.playloop.schemas.event.View;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.json.JsonWeight;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.jspecify.annotations.Nullable;

/// The newest view of each agent, from the store that mirrors `views`. Parsed ones are kept up to
/// `maxBytes` of what they take in memory. Owned by the task's thread.
final class Sights {
  private final ReadOnlyKeyValueStore<byte[], byte[]> store;
  private final WeighedCache<AgentId, Sight> held;

  Sights(ReadOnlyKeyValueStore<byte[], byte[]> store, long maxBytes) {
    this.store = store;
    this.held = new WeighedCache<>(maxBytes);
  }

  /// A view came in; null took it away.
  void changed(AgentId agent) {
    held.remove(agent);
  }

  /// The newest view; null where there is none, or none that can be read.
  @Nullable Sight of(AgentId agent) {
    Sight known = held.get(agent);
    if (known != null) {
      return known;
    }
    byte[] bytes = store.get(agent.value().getBytes(StandardCharsets.UTF_8));
    if (bytes == null) {
      return null;
    }
    try {
      Sight read = Sight.of(Json.read(bytes, View.class));
      held.put(agent, read, JsonWeight.of(bytes) + 2L * bytes.length);
      return read;
    } catch (RuntimeException e) {
      // It went to the dead letters when it came; no record of its agent must do so for it.
      return null;
    }
  }
}
