package dev.playloop.operator.approval;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Whether an id, or the beginning of one, names one thing that waits.
public sealed interface Found {
  record One(Waits what) implements Found {}

  /// It has been answered, it ended, or there never was one.
  ///
  /// @param nearest what it probably meant; null where nothing is near
  record Nothing(String id, @Nullable String nearest) implements Found {}

  /// More than one begins so.
  record Several(String id, List<Waits> all) implements Found {
    public Several {
      all = List.copyOf(all);
    }
  }
}
