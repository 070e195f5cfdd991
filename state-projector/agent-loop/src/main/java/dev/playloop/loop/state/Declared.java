package dev.playloop.loop.state;

import dev.playloop.loop.talk.TalkMemory;
import dev.playloop.schemas.event.View;
import dev.playloop.worlds.model.Catalogue;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What the agent's world declares while an input is folded, and what the fold may look at. A run
/// ends on the declaration that it began with. Immutable.
///
/// @param current the one in force, with which runs begin
/// @param begun the one that the open run goes on with; the current one where none is open
/// @param parked the one that the parked run goes on with; the current one where none is parked
/// @param view what the agent sees; null where that is nothing, or was not journaled
/// @param talks its memory of who said what
public record Declared(
    Catalogue current, Catalogue begun, Catalogue parked, @Nullable View view, TalkMemory talks) {
  /// What `run` goes on with, which is open after the fold; what is in force where none is.
  public Catalogue of(@Nullable Run run) {
    if (run == null) {
      return current;
    }
    return Stream.of(begun, parked)
        .filter(one -> Objects.equals(run.catalogue(), one.hash()))
        .findFirst()
        .orElse(current);
  }

  /// Where nothing has changed since the open run began.
  public static Declared only(Catalogue current) {
    return new Declared(current, current, current, null, TalkMemory.NONE);
  }
}
