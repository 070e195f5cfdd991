package dev.playloop.projector.world;

import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Json;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.Record;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Feeds the [AgentDirectory] from the global table. Runs on the global thread, at a restart for
/// every agent again: the table's own store is in memory and stays empty, so there is nothing that
/// Streams could restore without this processor. A bad record is logged and passed over: the loop,
/// which reads the same topic, makes it a dead letter.
final class AgentsKeeper implements Processor<byte[], byte[], Void, Void> {
  static final String STORE = "agents-table";
  private static final Logger LOG = LoggerFactory.getLogger(AgentsKeeper.class);

  private final AgentDirectory directory;

  AgentsKeeper(AgentDirectory directory) {
    this.directory = directory;
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    if (record.key() == null) {
      return;
    }
    String key = new String(record.key(), StandardCharsets.UTF_8);
    try {
      AgentId agent = new AgentId(key);
      directory.put(
          agent, record.value() == null ? null : Json.read(record.value(), AgentConfig.class));
    } catch (RuntimeException | StackOverflowError e) {
      // The loop makes it a dead letter; here nothing may stop the thread of the global table.
      LOG.atWarn().addKeyValue("agent", key).log("its config is passed over: {}", e.getMessage());
    }
  }
}
