package dev.playloop.loop.talk;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Where a fold reads what was said with one counterpart. Whatever it gives is held against the
/// index, so that the same is read where it is folded again.
@FunctionalInterface
public interface TalkSource {
  /// Nothing can be read.
  TalkSource NOTHING = _ -> null;

  /// These and no others, as far as their hashes are those of what they hold.
  static TalkSource of(List<Talk> talks) {
    return with ->
        talks.stream()
            .filter(one -> one.with().equals(with) && one.isWhole())
            .findFirst()
            .orElse(null);
  }

  /// Null where it has none.
  @Nullable Talk read(String with);
}
