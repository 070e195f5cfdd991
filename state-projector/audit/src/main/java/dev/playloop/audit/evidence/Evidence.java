package dev.playloop.audit.evidence;

import dev.playloop.audit.AuditException;
import dev.playloop.audit.AuditProblem;
import dev.playloop.audit.ExportFile;
import dev.playloop.audit.JournalSource;
import dev.playloop.audit.log.TopicJournal;
import dev.playloop.audit.log.TopicKeys;
import dev.playloop.audit.principal.Signers;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.schemas.seal.KeyRing;
import dev.playloop.schemas.seal.MasterKey;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.schemas.world.WorldRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A journal that was opened to be looked at, and what had to be started for it. Owned by one
/// thread.
public final class Evidence implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Evidence.class);

  /// Where [#signers] are, unless in a file.
  public static final String TOPIC = "topic";

  public static final String EXPORT = "export";

  private JournalSource journal;
  private final @Nullable ExportFile file;
  private final @Nullable KafkaSettings kafka;
  private final Map<String, WorldRecord> archived = new TreeMap<>();
  private final Deque<Runnable> opened = new ArrayDeque<>();
  private KeyRing keys = KeyRing.NONE;

  private Evidence(
      JournalSource journal, @Nullable ExportFile file, @Nullable KafkaSettings kafka) {
    this.journal = journal;
    this.file = file;
    this.kafka = kafka;
  }

  /// From an export; no broker is needed.
  public static Evidence ofFile(Path path) {
    if (!Files.isRegularFile(path)) {
      throw new AuditException(new AuditProblem.NoFile(path));
    }
    try {
      ExportFile file = ExportFile.open(path);
      return new Evidence(file, file, null);
    } catch (IOException e) {
      throw new AuditException(
          new AuditProblem.UnreadableExport(path, String.valueOf(e.getMessage())), e);
    }
  }

  /// From a cluster that runs.
  public static Evidence ofCluster(KafkaSettings kafka) {
    return ofCluster(kafka, () -> {});
  }

  /// The same; `cluster` was started to look at it, and is closed with this, also where it can't be
  /// opened.
  public static Evidence ofCluster(KafkaSettings kafka, Runnable cluster) {
    Evidence evidence = null;
    try {
      TopicJournal journal = TopicJournal.open(kafka, kafka.topics().journal());
      evidence = new Evidence(journal, null, kafka);
      evidence.opened.push(cluster);
      evidence.opened.push(journal::close);
      return evidence;
    } finally {
      if (evidence == null) {
        cluster.run();
      }
    }
  }

  public JournalSource journal() {
    return journal;
  }

  /// Behind archives of it, the oldest first. Throws [AuditException] where one is missing.
  public Evidence behind(List<Path> archives) {
    if (!archives.isEmpty()) {
      List<JournalSource> parts = new ArrayList<>();
      for (Path archive : archives) {
        Evidence part = ofFile(archive);
        opened.push(part::close);
        parts.add(part.journal);
        archived.putAll(part.worlds());
      }
      parts.add(journal);
      journal = WholeJournal.of(parts);
    }
    return this;
  }

  /// With the keys of sealed payloads, where it comes from a cluster and `master` is theirs.
  public Evidence withKeys(@Nullable MasterKey master) {
    if (kafka != null && master != null) {
      TopicKeys all = new TopicKeys(kafka, master);
      opened.push(all::close);
      keys = all;
    }
    return this;
  }

  /// The keys of sealed payloads, as far as they are known.
  public KeyRing keys() {
    return keys;
  }

  /// What is declared of worlds that are data, by keys, as the records of [WorldRecord] have them.
  public Map<String, WorldRecord> worlds() {
    Map<String, WorldRecord> worlds = new TreeMap<>(archived);
    if (kafka != null) {
      worlds.putAll(WorldRecords.of(kafka));
    } else if (file != null) {
      worlds.putAll(WorldRecords.of(file));
    }
    return worlds;
  }

  /// Who signs, as somebody says: [#TOPIC], the cluster that it comes from, [#EXPORT], the export
  /// itself, else a file. Throws [AuditException] where those are not there.
  public Signers signers(String where) {
    switch (where) {
      case TOPIC -> {
        if (kafka != null) {
          Topic<?, ?> topic = kafka.topics().principals();
          try (TopicJournal all = TopicJournal.open(kafka, topic)) {
            return Signers.ofTopic(topic.name(), all);
          }
        }
      }
      case EXPORT -> {
        if (file != null) {
          return Signers.ofExport(file);
        }
      }
      default -> {
        return Signers.ofFile(Path.of(where));
      }
    }
    throw new AuditException(new AuditProblem.PrincipalsElsewhere(where));
  }

  /// The export that is all of it; null: a cluster, or there are archives as well.
  public @Nullable ExportFile file() {
    return journal instanceof WholeJournal ? null : file;
  }

  /// The cluster it comes from; null: an export.
  public @Nullable KafkaSettings kafka() {
    return kafka;
  }

  /// What was opened last is closed first. One part that fails to close does not keep the others
  /// open; a thread that was interrupted still waits for them, and is interrupted again afterwards.
  @Override
  public void close() {
    boolean interrupted = Thread.interrupted();
    while (!opened.isEmpty()) {
      try {
        opened.pop().run();
      } catch (RuntimeException e) {
        // The parts below must be closed all the same.
        LOG.warn("a part did not close cleanly", e);
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
