package dev.playloop.audit.log;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.TopicReader;
import dev.playloop.kit.topic.TopicReading;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.journal.SubjectKey;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.seal.DataKey;
import dev.playloop.schemas.seal.KeyRing;
import dev.playloop.schemas.seal.MasterKey;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/// The data keys on `subject-keys`, as far as they are not dropped. Reads on when it is asked for a
/// key it does not know: a key is committed with the first payload that it sealed, so what is not
/// there then never will be. Some 500 bytes a key. Used by one thread.
public final class TopicKeys implements KeyRing, AutoCloseable {
  private static final Duration ASK = Duration.ofSeconds(15);

  private final @Nullable MasterKey master;
  private final TopicReader reader;
  private final Map<String, SubjectKey> keys = new HashMap<>();
  private final Map<String, DataKey> opened = new HashMap<>();
  private final Set<String> gone = new HashSet<>();

  /// Without a master key it knows who has keys, and opens none.
  public TopicKeys(KafkaSettings kafka, @Nullable MasterKey master) {
    this.master = master;
    this.reader =
        TopicReading.of(kafka, kafka.topics().subjectKeys())
            .strict()
            .prompt()
            .asking(ASK)
            .fromBeginning();
  }

  @Override
  public @Nullable DataKey find(String id) {
    MasterKey with = master;
    if (with == null || gone.contains(id)) {
      return null;
    }
    DataKey known = opened.get(id);
    if (known != null) {
      return known;
    }
    if (!keys.containsKey(id)) {
      refresh();
    }
    SubjectKey wrapped = keys.get(id);
    DataKey found = wrapped == null ? null : with.unwrap(wrapped);
    if (found == null) {
      gone.add(id);
    } else {
      opened.put(id, found);
    }
    return found;
  }

  /// Every key that is not dropped, as of now.
  public Collection<SubjectKey> all() {
    refresh();
    return List.copyOf(keys.values());
  }

  private void refresh() {
    reader.readToEnd(this::take);
  }

  private void take(ConsumerRecord<byte[], byte[]> record) {
    if (record.key() == null) {
      return;
    }
    String id = new String(record.key(), StandardCharsets.UTF_8);
    if (record.value() == null) {
      keys.remove(id);
      opened.remove(id);
      return;
    }
    try {
      keys.put(id, Json.read(record.value(), SubjectKey.class));
    } catch (InvalidValueException e) {
      keys.remove(id); // no key: what it sealed can't be opened
    }
  }

  @Override
  public void close() {
    reader.close();
  }
}
