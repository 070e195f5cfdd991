package dev.playloop.loop.talk;

/// An agent's memory of who said what: its index, and where the rest is read. Immutable, but for
/// what the source reads.
public record TalkMemory(Talks talks, TalkSource source) {
  /// Nobody has said anything.
  public static final TalkMemory NONE = new TalkMemory(Talks.NONE, TalkSource.NOTHING);

  /// With the index that a step ends with.
  public TalkMemory with(Talks next) {
    return new TalkMemory(next, source);
  }

  /// Read from elsewhere.
  public TalkMemory from(TalkSource other) {
    return new TalkMemory(talks, other);
  }

  /// For one fold to work on.
  public TalksDraft draft() {
    return new TalksDraft(talks, source);
  }
}
