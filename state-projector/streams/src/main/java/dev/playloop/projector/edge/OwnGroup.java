package dev.playloop.projector.edge;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.schemas.world.WorldDeclaration;
import dev.playloop.worlds.model.Worlds;
import org.apache.kafka.streams.processor.RecordContext;
import org.apache.kafka.streams.processor.TopicNameExtractor;

/// The topic of an action of a world that is declared with a group of its own, by the declaration
/// that the action names. It was made before that was declared. Stateless, for all tasks.
public record OwnGroup(Topics topics, Worlds worlds) implements TopicNameExtractor<byte[], byte[]> {
  @Override
  public String extract(byte[] key, byte[] value, RecordContext context) {
    return of(value);
  }

  /// The topic of this action.
  public String of(byte[] action) {
    return topics.actions(group(action)).name();
  }

  /// What is thrown here would end the task's thread, and again with each that takes its place; who
  /// has the shared actions answers what can't be read.
  private String group(byte[] value) {
    try {
      Action action = Json.read(value, Action.class);
      return worlds.group(action.agent().world(), action.catalogue());
    } catch (RuntimeException | StackOverflowError e) {
      return WorldDeclaration.SHARED;
    }
  }
}
