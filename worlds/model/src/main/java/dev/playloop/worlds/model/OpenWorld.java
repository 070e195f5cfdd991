package dev.playloop.worlds.model;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A world that can be acted in. Closed by whoever opened it; see [Opening#keep].
public interface OpenWorld {
  World world();

  /// The same ones at each call; what they need may start with the first.
  WorldActions<?> actions();

  /// What tells of the world's own events; the same ones at each call.
  default List<WorldSource> sources() {
    return List.of();
  }

  /// The world's database, where it has one.
  default Optional<WorldSql> sql() {
    return Optional.empty();
  }

  /// Those of these actors whom the world's server does not know, so that it refuses whatever they
  /// do; by default none, as where an actor is made known by its first deed.
  default Set<String> unknown(Set<String> actors) {
    return Set.of();
  }

  /// Asks the world's server whether it is there, by default its database, where it has one; throws
  /// what the server's client throws where it does not answer.
  default void ask() {
    sql().ifPresent(database -> database.query("select 1 as one"));
  }

  /// What plays and where, in one line for people; null where that is always the same.
  default @Nullable String about() {
    return null;
  }

  default WorldBinding<?> binding() {
    return WorldBinding.of(world(), actions());
  }
}
