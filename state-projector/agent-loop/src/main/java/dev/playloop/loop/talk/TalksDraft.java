package dev.playloop.loop.talk;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The memory of who said what while a fold works on it. Lives for one fold on one thread.
public final class TalksDraft {
  /// Of how many counterparts one fold reads: of whom a run is about, and of one whom it names.
  static final int MOST_READ = 2;

  private final Talks begun;
  private final TalkSource source;
  private final Map<String, Talk> read = new LinkedHashMap<>();
  private final List<TalkAdded> told = new ArrayList<>();
  private final List<String> forgotten = new ArrayList<>();
  private Talks talks;

  /// @param begun the index before the fold
  public TalksDraft(Talks begun, TalkSource source) {
    this.begun = begun;
    this.source = source;
    this.talks = begun;
  }

  /// The newest that was said with a counterpart, in so many bytes of JSON; null where nothing is
  /// known. What was read for it is journaled, so that the same is seen again.
  public @Nullable Talk newest(String with, int bytes) {
    Talk known = stored(with);
    if (known != null) {
      Talk used = known.newest(bytes);
      read.merge(with, used, (one, other) -> one.said().size() < other.said().size() ? other : one);
      known = used;
    }
    for (TalkAdded one : told) {
      known = one.with().equals(with) ? one.after(known) : known;
    }
    Talk newest = known == null ? null : known.newest(bytes);
    return newest == null || newest.said().isEmpty() ? null : newest;
  }

  /// Whether this fold may read what was said with that counterpart, too.
  public boolean mayRead(String with) {
    return read.containsKey(with) || read.size() < MOST_READ;
  }

  /// All that is kept of what was said with a counterpart; null where nothing is known.
  public @Nullable Talk all(String with) {
    return newest(with, Integer.MAX_VALUE);
  }

  /// What was kept before the fold, where it is what the index stands for.
  private @Nullable Talk stored(String with) {
    TalkMark mark = forgotten.contains(with) ? null : begun.of(with);
    Talk talk = mark == null ? null : source.read(with);
    return talk != null
            && mark != null
            && talk.with().equals(with)
            && talk.hash().equals(mark.hash())
        ? talk
        : null;
  }

  /// Something was said and answered. Returns who had to be forgotten for it.
  public List<String> add(String with, Spoken spoken) {
    TalkMark mark = talks.of(with);
    told.add(new TalkAdded(with, mark == null ? Talk.start(with) : mark.hash(), spoken));
    talks = talks.with(with, mark == null ? TalkMark.of(with, spoken) : mark.and(spoken));
    List<String> gone = new ArrayList<>();
    for (String excess = talks.excess(with); excess != null; excess = talks.excess(with)) {
      forget(excess);
      gone.add(excess);
    }
    return gone;
  }

  /// All that was said with a counterpart is forgotten.
  public void forget(String with) {
    if (talks.of(with) != null) {
      talks = talks.without(with);
      told.removeIf(one -> one.with().equals(with));
      forgotten.add(with);
    }
  }

  /// The index as it is now.
  public Talks talks() {
    return talks;
  }

  public TalkStep step() {
    return new TalkStep(talks, List.copyOf(read.values()), told, forgotten);
  }
}
