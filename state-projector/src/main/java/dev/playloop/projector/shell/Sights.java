package dev.playloop.projector.shell;

import dev.playloop.schemas.event.View;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.jspecify.annotations.Nullable;

/// The newest view of each agent, from the store that mirrors `views`. Up to [#MAX_HELD] parsed
/// ones are kept. Owned by the task's thread.
final class Sights {
  private static final int MAX_HELD = 2_000;

  private final ReadOnlyKeyValueStore<byte[], byte[]> store;
  private final Map<AgentId, Sight> held =
      new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<AgentId, Sight> eldest) {
          return size() > MAX_HELD;
        }
      };

  Sights(ReadOnlyKeyValueStore<byte[], byte[]> store) {
    this.store = store;
  }

  /// A view, and its JSON as it is journaled.
  record Sight(View view, String json) {}

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
      View view = Json.read(bytes, View.class);
      Sight read = new Sight(view, Json.text(view));
      held.put(agent, read);
      return read;
    } catch (RuntimeException e) {
      // It went to the dead letters when it came; no record of its agent must do so for it.
      return null;
    }
  }
}
