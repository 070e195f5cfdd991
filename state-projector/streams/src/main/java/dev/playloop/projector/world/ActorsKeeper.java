package dev.playloop.projector.world;

import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.view.ActorScene;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.Record;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Tells the [AgentDirectory] which actors have left their home scenes. Runs on the global thread,
/// at a restart for every actor again, as the [AgentsKeeper] does. Only the projection writes what
/// it reads; a record that is none is logged and passed over.
final class ActorsKeeper implements Processor<byte[], byte[], Void, Void> {
  static final String STORE = "actors-table";
  private static final Logger LOG = LoggerFactory.getLogger(ActorsKeeper.class);

  private final AgentDirectory directory;

  ActorsKeeper(AgentDirectory directory) {
    this.directory = directory;
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    if (record.value() == null) {
      return;
    }
    try {
      directory.moved(Json.read(record.value(), ActorScene.class));
    } catch (RuntimeException | StackOverflowError e) {
      LOG.atWarn().log("the scene of an actor is passed over: {}", e.getMessage());
    }
  }
}
