package dev.playloop.executor;

import dev.playloop.worlds.model.WorldBinding;
import java.util.Set;

/// Groups of worlds that may be declared while an executor runs. Asked on a thread of its own.
public interface LaterGroups {
  /// None.
  LaterGroups NONE =
      new LaterGroups() {
        @Override
        public Set<String> names() {
          return Set.of();
        }

        @Override
        public WorldBinding<?> binding(String name) {
          throw new IllegalArgumentException("nothing was said of " + name);
        }
      };

  /// Under which names actions lie that this executor is to perform, beside those that it began
  /// with; asked again and again, and a name that went stays bound. Must not block.
  Set<String> names();

  /// What acts under this one; its topics are there when it returns.
  WorldBinding<?> binding(String name) throws InterruptedException;
}
