package dev.playloop.launcher.example;

import dev.playloop.schemas.config.Expectations;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.id.AgentId;
import java.time.Duration;
import java.util.List;

/// A run that was watched to its close. `texts` are what the model said and wrote, what its tools
/// answered, and the run's summary; `approvals` what people were asked, as it ended.
public record RunRecord(
    AgentId agent,
    LoopEvent.RunClosed closed,
    List<String> texts,
    List<Expectations.Asked> approvals) {
  public RunRecord {
    texts = List.copyOf(texts);
    approvals = List.copyOf(approvals);
  }

  public Duration took() {
    return Duration.between(closed.openedAt(), closed.closedAt());
  }
}
