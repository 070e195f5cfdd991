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
/// entries, so that it goes on from there and a long run is folded from its beginning once; twice
/// as far apart where more than [#STANDS] would be kept. One thread's.
final class Reel {
  private static final int AROUND = 128;
  private static final long APART = 256;
  private static final int STANDS = 64;

  /// About how many bytes a stand holds alone.
  private static final long STAND = 64 * 1024;

  private final AgentId agent;
  private final long first;
  private final long differences;
  private final Parts parts;
  private final NavigableMap<Long, Stand> stands = new TreeMap<>();
  private Map<Long, Then> moments = new HashMap<>();
  private long apart = APART;
  private long weight;

  /// Where the entries are had.
  @FunctionalInterface
  interface Parts {
    /// Those from where the folding stood, or from the whole state where that is null, to `around`
    /// behind the one that is asked for, as far as there are any; null where they can't be had so.
    @Nullable JournalSource of(Map.@Nullable Entry<Long, Stand> stood, long seq, int around)
        throws InterruptedException;
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
    moments = new HashMap<>();
    Map.Entry<Long, Stand> stood = stands.lowerEntry(seq - AROUND);
    JournalSource part = parts.of(stood, seq, AROUND);
    if (part == null) {
      return null;
    }
    Replaying replaying = Replaying.behind(agent, seq + AROUND);
    if (stood == null) {
      replaying.behind(null, null, differences);
    } else {
      replaying.from(stood.getValue());
    }
    read(replaying.telling(then -> keep(then, seq, replaying)), part, verifier.get());
    return moments.get(seq);
  }

  private void keep(Then then, long seq, Replaying replaying) {
    if (Math.abs(then.seq() - seq) <= AROUND) {
      moments.put(then.seq(), then);
    }
    Long before = stands.floorKey(then.seq());
    if (then.seq() - (before == null ? first : before) >= apart) {
      stands.put(then.seq(), replaying.stand());
    }
    if (stands.size() > STANDS) {
      apart *= 2;
      boolean[] every = {false};
      stands.keySet().removeIf(_ -> every[0] = !every[0]);
    }
  }

  private void read(Replaying replaying, JournalSource part, JournalVerifier verifier) {
    try {
      var _ = replaying.from(part, verifier);
    } catch (AuditException e) {
      // Of the last of them; whether the one that was asked for is known is seen by who asks.
    }
    weight = Math.max(weight, replaying.weight() + STAND * stands.size());
  }

  /// The same moment with the view that was seen before the stretch began.
  static Then seeing(Then then, View view, Instant at) {
    return ReplayingThenBuilder.builder(then).view(view).viewAt(at).build();
  }
}
