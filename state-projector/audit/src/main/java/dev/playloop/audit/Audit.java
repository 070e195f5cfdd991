package dev.playloop.audit;

import dev.playloop.audit.AuditReport.Found;
import dev.playloop.audit.JournalSource.Extent;
import dev.playloop.journal.ChainHead;
import dev.playloop.journal.Entry;
import dev.playloop.journal.Finding;
import dev.playloop.journal.Finding.Problem;
import dev.playloop.journal.JournalReader.Read;
import dev.playloop.journal.JournalVerifier;
import dev.playloop.journal.Refold.Outcome;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.journal.JournalEntry.Envelope;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Verifies a whole journal as it streams by. What is held: a head of some 300 bytes for each
/// agent, and the states of as many agents as [AuditQuestion#heldBytes] allows. Agents beyond that
/// are folded in further passes over the journal, from their last snapshot on. Used once, by one
/// thread.
public final class Audit {
  private final JournalVerifier verifier;
  private final AuditQuestion question;
  private final Map<String, Track> tracks = new HashMap<>();
  private final Map<Integer, Long> begins = new HashMap<>();
  private final List<Found> found = new ArrayList<>();
  private final Map<Outcome, Long> notFolded = new EnumMap<>(Outcome.class);
  private final List<Companion> companions = new ArrayList<>();
  private long findings;
  private long entries;
  private long folded;
  private long prompts;
  private long outside;
  private long archived;
  private int pass;
  private long held;
  private int holding;

  public Audit(JournalVerifier verifier, AuditQuestion question) {
    this.verifier = verifier;
    this.question = question;
  }

  /// Who looks at each entry that could be read, in the order of the log, once.
  @FunctionalInterface
  public interface Companion {
    void take(JournalRecord record, Read read);
  }

  /// Lets someone look at the entries while they stream by. Call before [#of].
  public Audit with(Companion another) {
    companions.add(another);
    return this;
  }

  /// Reads the journal as often as it takes.
  public AuditReport of(JournalSource journal) {
    for (Extent extent : journal.extents()) {
      begins.put(extent.partition(), extent.from());
    }
    do {
      pass++;
      held = 0;
      holding = 0;
      tracks.values().forEach(Track::rewind);
      journal.read(this::take);
    } while (tracks.values().stream().anyMatch(track -> track.waits));
    return AuditReportBuilder.builder()
        .entries(entries)
        .folded(folded)
        .prompts(prompts)
        .notFolded(notFolded)
        .outside(outside)
        .archived(archived)
        .passes(pass)
        .heads(heads())
        .found(found)
        .findings(findings)
        .build();
  }

  private Heads heads() {
    Map<AgentId, ChainHead> heads = new HashMap<>();
    tracks.forEach((key, track) -> {
      if (track.head != null && track.agent != null) {
        heads.put(track.agent, track.head);
      }
    });
    return Heads.of(heads);
  }

  private void take(JournalRecord record) {
    AgentId only = question.agent();
    if (only != null && !only.value().equals(record.key())) {
      return;
    }
    Track track = tracks.computeIfAbsent(record.key(), key -> new Track(key, record));
    if (pass > 1 && !track.active) {
      return;
    }
    track.take(record);
  }

  /// One agent's way through the journal.
  private final class Track {
    private final @Nullable AgentId agent;
    private final boolean fromStart;
    private JournalVerifier.@Nullable Chain chain;
    private @Nullable ChainHead head;
    private long position;

    /// Folding begins at this offset, and counts from that one on.
    private long foldFrom;

    private long countFrom;
    private boolean folds;

    /// In this pass its entries are looked at; for another pass something is left.
    private boolean active = true;

    private boolean waits;
    private long weight;

    Track(String key, JournalRecord first) {
      this.agent = agentOf(key);
      this.fromStart = begins.getOrDefault(first.partition(), 0L) == 0;
      this.foldFrom = first.offset();
      this.countFrom = first.offset();
      this.waits = question.from() != null;
      begin();
    }

    private static @Nullable AgentId agentOf(String key) {
      try {
        return new AgentId(key);
      } catch (InvalidValueException e) {
        return null;
      }
    }

    private void begin() {
      position = 0;
      folds = false;
      weight = 0;
      chain = agent == null ? null : verifier.begin(agent, fromStart ? ChainHead.START : null);
    }

    /// Before another pass.
    void rewind() {
      active = waits;
      waits = false;
      chain = null;
      if (active) {
        begin();
      }
    }

    void take(JournalRecord record) {
      List<Finding> about = new ArrayList<>(0);
      long[] seq = {-1};
      Finding.Sink sink = Finding.Sink.at(position, () -> seq[0], about::add);
      Read read = link(record, seq, sink);
      boolean linked = about.isEmpty();
      if (pass == 1) {
        entries++;
        report(record, about);
      }
      about.clear();
      if (read != null && linked) {
        fold(record, read, sink);
        if (record.offset() >= countFrom) {
          report(record, about);
        }
      }
      if ((!linked || !about.isEmpty()) && chain != null) {
        chain.lose();
      }
      position++;
    }

    private @Nullable Read link(JournalRecord record, long[] seq, Finding.Sink sink) {
      if (chain == null) {
        sink.add(Problem.UNREADABLE, "key", "'" + record.key() + "'", "an agent's id");
        return null;
      }
      try {
        Read read = verifier.read(record.entry());
        seq[0] = read.envelope().seq();
        if (chain.head() == null && seq[0] > 0 && pass == 1) {
          archived++;
        }
        chain.link(read, sink);
        if (pass == 1) {
          head = chain.head();
          companions.forEach(companion -> companion.take(record, read));
        }
        return read;
      } catch (InvalidValueException e) {
        sink.add(Problem.UNREADABLE, e.field(), e.got(), e.expected());
        return null;
      }
    }

    private void fold(JournalRecord record, Read read, Finding.Sink sink) {
      Envelope envelope = read.envelope();
      boolean snapshot = envelope.kind().equals(Entry.SNAPSHOT);
      boolean asked = question.holds(envelope.at());
      if (pass == 1 && !asked) {
        outside++;
      }
      if (pass == 1 && question.from() != null) {
        if (snapshot && !envelope.at().isAfter(question.from())) {
          foldFrom = record.offset();
        }
        return;
      }
      if (record.offset() < foldFrom) {
        Objects.requireNonNull(chain).lose();
        return;
      }
      if (waits || isPast(envelope) || !admitted()) {
        return;
      }
      JournalVerifier.Chain now = Objects.requireNonNull(chain);
      Outcome outcome = now.fold(read, sink);
      if (asked && record.offset() >= countFrom) {
        count(outcome, now);
      }
      if (snapshot && outcome == Outcome.FOLDED) {
        foldFrom = record.offset();
      }
      held += now.progress().weight() - weight;
      weight = now.progress().weight();
      if (held > question.heldBytes() && holding > 1) {
        giveWay(record, now);
      }
    }

    private boolean isPast(Envelope envelope) {
      return question.to() != null && envelope.at().isAfter(question.to());
    }

    /// Whether its state may be held.
    private boolean admitted() {
      if (!folds) {
        if (held > question.heldBytes() && holding > 0) {
          waits = true;
          return false;
        }
        folds = true;
        holding++;
      }
      return true;
    }

    private void count(Outcome outcome, JournalVerifier.Chain now) {
      if (outcome == Outcome.FOLDED) {
        folded++;
        var last = now.progress().last();
        if (last != null && last.rendered().opensTurn()) {
          prompts++;
        }
      } else {
        notFolded.merge(outcome, 1L, Long::sum);
      }
    }

    /// Goes on in the next pass, behind this record.
    private void giveWay(JournalRecord record, JournalVerifier.Chain now) {
      waits = true;
      countFrom = Math.max(countFrom, record.offset() + 1);
      held -= weight;
      weight = 0;
      holding--;
      now.lose();
    }

    private void report(JournalRecord record, List<Finding> about) {
      findings += about.size();
      for (Finding finding : about) {
        if (found.size() < question.findings()) {
          found.add(new Found(record.key(), record.partition(), record.offset(), finding));
        }
      }
    }
  }
}
