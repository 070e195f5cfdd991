package dev.playloop.operator;

import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.id.AgentId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What came of triggers that were to be published, all or none.
public sealed interface PublishAnswer {
  /// They are on the log, in their order.
  record Published(List<Accepted> triggers) implements PublishAnswer {
    public Published {
      triggers = List.copyOf(triggers);
    }
  }

  /// One of them is for nobody, and nothing was written.
  ///
  /// @param nearest whom it probably meant; null where nobody is near
  record NoSuchAgent(AgentId agent, @Nullable String nearest) implements PublishAnswer {}

  /// A trigger on the log.
  ///
  /// @param id by which the loop knows it
  record Accepted(Trigger trigger, String id) {}
}
