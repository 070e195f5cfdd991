package dev.playloop.ingest.webhook;

import dev.playloop.schemas.approval.ApprovalInbox;
import dev.playloop.schemas.approval.ApprovalInbox.Ask;
import dev.playloop.schemas.id.AgentId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What there is to tell about an agent's inbox beside the one before. Holds which questions are
/// open. Used by one thread.
final class ApprovalNews {
  private final Map<AgentId, Open> open = new HashMap<>();

  /// Something that a receiver is told once.
  sealed interface News {
    AgentId agent();

    Instant at();

    /// One and the same for the same question, whoever tells it and how often.
    String id();
  }

  record Asked(AgentId agent, Instant at, Ask ask) implements News {
    @Override
    public String id() {
      // One that goes on to other people is the same question, with another end.
      return ask.question().approval() + ".asked." + ask.question().expiresAt().toEpochMilli();
    }
  }

  record Ended(AgentId agent, Instant at, String approval) implements News {
    @Override
    public String id() {
      return approval + ".ended";
    }
  }

  private record Open(String approval, String asked) {}

  /// The news of an inbox as it is from now on; null: nothing waits there any more.
  List<News> of(AgentId agent, @Nullable ApprovalInbox inbox, Instant at) {
    Ask ask = inbox == null ? null : inbox.ask();
    List<News> news = new ArrayList<>();
    Open before = open.get(agent);
    if (before != null && (ask == null || !ask.question().approval().equals(before.approval()))) {
      news.add(new Ended(agent, at, before.approval()));
      open.remove(agent);
    }
    if (ask != null) {
      Asked asked = new Asked(agent, ask.question().askedAt(), ask);
      if (before == null || !before.asked().equals(asked.id())) {
        news.add(asked);
        open.put(agent, new Open(ask.question().approval(), asked.id()));
      }
    }
    return news;
  }
}
