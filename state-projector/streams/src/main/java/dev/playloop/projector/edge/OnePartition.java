package dev.playloop.projector.edge;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.worlds.model.World;
import dev.playloop.worlds.model.Worlds;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.streams.processor.StreamPartitioner;
import org.jspecify.annotations.Nullable;

/// Where an action of a group of worlds lies: where its lane does; but all of a world whose game
/// fetches them in the one partition of the world's name, since one executor must have them all.
/// Stateless, for all tasks.
public record OnePartition(Topic<?, Action> topic, Worlds worlds)
    implements StreamPartitioner<byte[], byte[]> {
  /// Empty where the lane says it.
  @Override
  public Optional<Set<Integer>> partitions(String name, byte[] key, byte[] value, int partitions) {
    World world = world(value);
    return world != null && world.isFetched()
        ? Optional.of(Set.of(topic.home(world.name())))
        : Optional.empty();
  }

  /// Null where it is not known. Whatever is thrown here would end the task's thread, and again
  /// with each that takes its place.
  private @Nullable World world(byte[] value) {
    try {
      return worlds.current(Json.read(value, Action.class).agent().world()).world();
    } catch (RuntimeException | StackOverflowError e) {
      return null;
    }
  }
}
