package dev.playloop.worlds.eternum.index;

/// What one look at the chain came to.
sealed interface Indexing {
  /// Nothing has changed; that cost one question.
  record Unchanged() implements Indexing {}

  /// Blocks were read; `more` where there are others behind them.
  record Read(long to, boolean more) implements Indexing {}

  /// Blocks above this one are no longer the chain's, and what they changed is undone.
  record WentBack(long to) implements Indexing {}

  /// Another chain, or one that was replaced deeper than is kept: all is read anew.
  record Anew(String why) implements Indexing {}

  /// The chain changed while it was read; nothing was kept of it.
  record Moved() implements Indexing {}
}
