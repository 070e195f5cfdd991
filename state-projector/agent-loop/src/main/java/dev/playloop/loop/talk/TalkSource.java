package dev.playloop.loop.talk;

import org.jspecify.annotations.Nullable;

/// Where a fold reads what was said with one counterpart. Whatever it gives is held against the
/// index, so that the same is read where it is folded again.
@FunctionalInterface
public interface TalkSource {
  /// Nothing can be read.
  TalkSource NOTHING = _ -> null;

  /// Null where it has none.
  @Nullable Talk read(String with);
}
