package dev.playloop.kit.topic;

import dev.playloop.schemas.topic.Topic;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.ApiException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Gives topics that are there already the bounds of the catalogue: a topic of an older release may
/// take batches that are small only while they are compressed, and one that somebody else made may
/// let senders choose the times of their records. Used from one thread.
final class TopicBounds {
  private static final Logger LOG = LoggerFactory.getLogger(TopicBounds.class);
  private static final List<String> BOUNDS =
      List.of("compression.type", "max.message.bytes", "message.timestamp.type");

  private final Admin admin;

  TopicBounds(Admin admin) {
    this.admin = admin;
  }

  /// Changes what differs, and says so.
  void renew(Collection<Topic<?, ?>> topics) throws InterruptedException {
    Map<ConfigResource, Topic<?, ?>> wanted = new HashMap<>();
    topics.forEach(
        topic -> wanted.put(new ConfigResource(ConfigResource.Type.TOPIC, topic.name()), topic));
    if (wanted.isEmpty()) {
      return;
    }
    try {
      Map<ConfigResource, Collection<AlterConfigOp>> changes = new HashMap<>();
      admin
          .describeConfigs(wanted.keySet())
          .all()
          .get()
          .forEach((resource, found) -> {
            Topic<?, ?> topic = wanted.get(resource);
            List<AlterConfigOp> differing = topic == null ? List.of() : changes(topic, found);
            if (!differing.isEmpty()) {
              changes.put(resource, differing);
            }
          });
      if (!changes.isEmpty()) {
        admin.incrementalAlterConfigs(changes).all().get();
        changes.forEach((topic, set) ->
            LOG.info(
                "gave {} the catalogue's {}",
                topic.name(),
                set.stream().map(one -> one.configEntry().name()).toList()));
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof ApiException refused) {
        throw refused;
      }
      throw new IllegalStateException("can't set the bounds of the topics", e.getCause());
    }
  }

  private static List<AlterConfigOp> changes(Topic<?, ?> topic, Config found) {
    List<AlterConfigOp> changes = new ArrayList<>();
    for (String name : BOUNDS) {
      String value = topic.config().get(name);
      ConfigEntry now = found.get(name);
      if (now == null || !now.value().equals(value)) {
        changes.add(new AlterConfigOp(new ConfigEntry(name, value), AlterConfigOp.OpType.SET));
      }
    }
    return changes;
  }
}
