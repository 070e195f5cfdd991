package dev.playloop.loop.state;

import dev.playloop.worlds.model.Catalogue;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What the agent's world declares while an input is folded. A run ends on the declaration that it
/// began with. Immutable.
///
/// @param current the one in force, with which runs begin
/// @param begun the one that the open run goes on with; the current one where none is open
public record Declared(Catalogue current, Catalogue begun) {
  /// What `run` goes on with, which is open after the fold; what is in force where none is.
  public Catalogue of(@Nullable Run run) {
    return run != null && Objects.equals(run.catalogue(), begun.hash()) ? begun : current;
  }

  /// Where nothing has changed since the open run began.
  public static Declared only(Catalogue current) {
    return new Declared(current, current);
  }
}
