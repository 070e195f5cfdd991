package dev.playloop.console.moment;

import dev.playloop.audit.AuditException;
import dev.playloop.audit.JournalSource;
import dev.playloop.audit.evidence.Replaying;
import dev.playloop.audit.evidence.Replaying.Then;
import dev.playloop.audit.evidence.ReplayingThenBuilder;
import dev.playloop.journal.JournalVerifier;
import dev.playloop.schemas.event.View;
import dev.playloop.schemas.id.AgentId;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A stretch of one agent's journal that begins with a whole state, and its moments around the last
/// that was asked for: [#AROUND] before it, and as many behind. One thread's.
final class Reel {
  private static final int AROUND = 128;

  /// So many entries are read further than asked.
  static final int AHEAD = AROUND;

  private final AgentId agent;
  private final JournalSource stretch;
  private final long last;
  private final long differences;
  private Map<Long, Then> moments = Map.of();

  /// @param last the number of the stretch's last entry
  /// @param differences how much differs before the stretch
  Reel(AgentId agent, JournalSource stretch, long last, long differences) {
    this.agent = agent;
    this.stretch = stretch;
    this.last = last;
    this.differences = differences;
  }

  long last() {
    return last;
  }

  /// The moment behind that entry; null where the stretch does not tell it.
  @Nullable Then at(long seq, Supplier<JournalVerifier> verifier) {
    Then known = moments.get(seq);
    if (known != null) {
      return known;
    }
    Map<Long, Then> found = new HashMap<>();
    Replaying replaying =
        Replaying.behind(agent, Math.min(last, seq + AROUND))
            .behind(null, null, differences)
            .telling(then -> {
              if (Math.abs(then.seq() - seq) <= AROUND) {
                found.put(then.seq(), then);
              }
            });
    try {
      var _ = replaying.from(stretch, verifier.get());
    } catch (AuditException e) {
      // Of the last of them; whether the one that was asked for is known is seen below.
    }
    moments = found;
    return found.get(seq);
  }

  /// The same moment with the view that was seen before the stretch began.
  static Then seeing(Then then, View view, Instant at) {
    return ReplayingThenBuilder.builder(then).view(view).viewAt(at).build();
  }
}
