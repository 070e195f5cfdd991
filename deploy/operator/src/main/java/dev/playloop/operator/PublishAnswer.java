package dev.playloop.operator;

import dev.playloop.schemas.config.EventLine;
import dev.playloop.schemas.id.AgentId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What came of triggers and world events that were to be published, all or none.
public sealed interface PublishAnswer {
  /// They are on the log, in their order.
  record Published(List<Accepted> events) implements PublishAnswer {
    public Published {
      events = List.copyOf(events);
    }
  }

  /// They could be published, and were not.
  record Valid(List<EventLine> events) implements PublishAnswer {
    public Valid {
      events = List.copyOf(events);
    }
  }

  /// One of them is for nobody, and nothing was written.
  ///
  /// @param nearest whom it probably meant; null where nobody is near
  record NoSuchAgent(AgentId agent, @Nullable String nearest) implements PublishAnswer {}

  /// One of them is of a world that no agent lives in, and nothing was written.
  ///
  /// @param nearest which it probably meant; null where none is near
  record NoSuchWorld(String world, @Nullable String nearest) implements PublishAnswer {}

  /// An event on the log.
  ///
  /// @param id by which the loop knows it
  record Accepted(EventLine event, String id) {}
}
