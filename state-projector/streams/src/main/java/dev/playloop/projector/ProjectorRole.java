package dev.playloop.projector;

import dev.playloop.kit.RoleContext;
import dev.playloop.kit.RoleSpec;
import dev.playloop.schemas.seal.MasterKey;
import dev.playloop.worlds.model.Worlds;
import org.jspecify.annotations.Nullable;

/// What a projector is made of.
///
/// @param worlds whose views and tools the loop knows
/// @param master wraps the keys that the journal's payloads are sealed with; null: they are not
///   sealed
public record ProjectorRole(ProjectorSettings settings, Worlds worlds, @Nullable MasterKey master)
    implements RoleSpec {
  /// With payloads that are not sealed.
  public static ProjectorRole of(ProjectorSettings settings, Worlds worlds) {
    return new ProjectorRole(settings, worlds, null);
  }

  public ProjectorRole sealedBy(@Nullable MasterKey key) {
    return new ProjectorRole(settings, worlds, key);
  }

  /// Checks the topics against the catalogue and starts both applications; returns before they run.
  /// Throws [TopicAdmin.MismatchException] where a topic is missing or has another number of
  /// partitions: agents would be skipped or split silently.
  @Override
  public StateProjector start(RoleContext context) throws InterruptedException {
    return StateProjector.start(this, context);
  }
}
