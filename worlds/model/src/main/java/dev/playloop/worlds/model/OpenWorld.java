package dev.playloop.worlds.model;

import java.util.List;
import java.util.Optional;
import java.util.Set;

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

  /// What is acted on, in one line for people, where that was not settled by the settings alone,
  /// such as a server that this machine has found or started.
  default Optional<String> place() {
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

  default WorldBinding<?> binding() {
    return WorldBinding.of(world(), actions());
  }
}
