package dev.playloop.console.moment;

import dev.playloop.audit.AuditException;
import dev.playloop.audit.JournalSource;
import dev.playloop.audit.evidence.Replaying;
import dev.playloop.audit.evidence.Replaying.Stand;
import dev.playloop.audit.evidence.Replaying.Then;
import dev.playloop.audit.evidence.ReplayingThenBuilder;
import dev.playloop.journal.JournalVerifier;
import dev.playloop.schemas.event.View;
import dev.playloop.schemas.id.AgentId;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The moments of one agent behind a whole state, up to the next: those around the last that was
/// asked for, [#AROUND] before it and as many behind; and where the folding stood every [#APART]
/// entries, so that it goes on from there and a long run is folded from its beginning once. One
/// thread's.
final class Reel {
  private static final int AROUND = 128;
  private static final int APART = 256;

  private final AgentId agent;
  private final long first;
  private final long differences;
  private final Parts parts;
  private final NavigableMap<Long, Stand> stands = new TreeMap<>();
  private Map<Long, Then> moments = Map.of();
  private long weight;

  /// Where the entries are had.
  @FunctionalInterface
  interface Parts {
    /// Those from one number to another, both with them, as far as there are any; null where the
    /// first of them is not there.
    @Nullable JournalSource of(long from, long to) throws InterruptedException;
  }

  /// @param first the number of the entry that holds the whole state
  /// @param differences how much differs before it
  Reel(AgentId agent, long first, long differences, Parts parts) {
    this.agent = agent;
    this.first = first;
    this.differences = differences;
    this.parts = parts;
  }

  /// About how many bytes are held.
  long weight() {
    return weight;
  }

  /// The moment behind that entry; null where what lies between does not tell it.
  @Nullable Then at(long seq, Supplier<JournalVerifier> verifier) throws InterruptedException {
    Then known = moments.get(seq);
    if (known != null) {
      return known;
    }
    Map<Long, Then> found = new HashMap<>();
    Replaying replaying = Replaying.behind(agent, seq + AROUND);
    Map.Entry<Long, Stand> stand = stands.lowerEntry(seq - AROUND);
    // From the last entry that was read, since what lies behind it need not have the next number.
    JournalSource part = stand == null ? null : parts.of(stand.getKey(), seq + AROUND);
    if (stand == null || part == null) {
      part = parts.of(first, seq + AROUND);
      replaying.behind(null, null, differences);
    } else {
      replaying.from(stand.getValue());
    }
    replaying.telling(then -> {
      if (Math.abs(then.seq() - seq) <= AROUND) {
        found.put(then.seq(), then);
      }
      if (isApart(then.seq())) {
        stands.put(then.seq(), replaying.stand());
      }
    });
    if (part != null) {
      read(replaying, part, verifier.get());
    }
    moments = found;
    return found.get(seq);
  }

  private void read(Replaying replaying, JournalSource part, JournalVerifier verifier) {
    try {
      var _ = replaying.from(part, verifier);
    } catch (AuditException e) {
      // Of the last of them; whether the one that was asked for is known is seen by who asks.
    }
    weight = Math.max(weight, replaying.weight());
  }

  private boolean isApart(long seq) {
    Long before = stands.floorKey(seq);
    return seq - (before == null ? first : before) >= APART;
  }

  /// The same moment with the view that was seen before the stretch began.
  static Then seeing(Then then, View view, Instant at) {
    return ReplayingThenBuilder.builder(then).view(view).viewAt(at).build();
  }
}
