package dev.playloop.launcher.audit;

import dev.playloop.audit.ExportFile;
import dev.playloop.audit.JournalSource;
import dev.playloop.audit.log.TopicKeys;
import dev.playloop.journal.KeyRing;
import dev.playloop.journal.MasterKey;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.launcher.Closing;
import dev.playloop.launcher.UserProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A journal that was opened to be looked at, and what had to be started for it. Owned by one
/// thread.
public final class Evidence implements AutoCloseable {
  private JournalSource journal;
  private final @Nullable ExportFile file;
  private final @Nullable KafkaSettings kafka;
  private final Closing closing;
  private KeyRing keys = KeyRing.NONE;

  private Evidence(
      JournalSource journal,
      @Nullable ExportFile file,
      @Nullable KafkaSettings kafka,
      Closing closing) {
    this.journal = journal;
    this.file = file;
    this.kafka = kafka;
    this.closing = closing;
  }

  /// From an export; no broker is needed.
  public static Evidence ofFile(Path path) {
    if (!Files.isRegularFile(path)) {
      throw UserProblem.usage(
          "there is no file '" + path + "'", "'./playloop audit export --out FILE' writes one.");
    }
    try {
      ExportFile file = ExportFile.open(path);
      return new Evidence(file, file, null, new Closing());
    } catch (IOException e) {
      throw UserProblem.environment(
          "can't read " + path + ": " + e.getMessage(), "look at the file's permissions.", e);
    }
  }

  /// From a cluster that runs.
  public static Evidence ofCluster(KafkaSettings kafka) {
    Closing closing = new Closing();
    return new Evidence(journal(kafka, closing), null, kafka, closing);
  }

  /// From the data folder of a stopped system.
  public static Evidence ofFolder(Path dir) {
    Closing closing = new Closing();
    boolean opened = false;
    try {
      KafkaSettings kafka = closing.add(DataFolder.open(dir), DataFolder::close).kafka();
      Evidence evidence = new Evidence(journal(kafka, closing), null, kafka, closing);
      opened = true;
      return evidence;
    } finally {
      if (!opened) {
        closing.close();
      }
    }
  }

  private static JournalSource journal(KafkaSettings kafka, Closing closing) {
    return closing.add(TopicJournal.open(kafka, kafka.topics().journal()), TopicJournal::close);
  }

  public JournalSource journal() {
    return journal;
  }

  /// Behind archives of it, the oldest first. Throws [UserProblem] where one is missing.
  public Evidence behind(List<Path> archives) {
    if (!archives.isEmpty()) {
      List<JournalSource> parts = new ArrayList<>();
      archives.forEach(archive -> parts.add(closing.add(ofFile(archive), Evidence::close).journal));
      parts.add(journal);
      journal = WholeJournal.of(parts);
    }
    return this;
  }

  /// With the keys of sealed payloads, where it comes from a cluster and `master` is theirs.
  public Evidence withKeys(@Nullable MasterKey master) {
    if (kafka != null && master != null) {
      keys = closing.add(new TopicKeys(kafka, master), TopicKeys::close);
    }
    return this;
  }

  /// The keys of sealed payloads, as far as they are known.
  public KeyRing keys() {
    return keys;
  }

  /// The export that is all of it; null: a cluster, or there are archives as well.
  public @Nullable ExportFile file() {
    return journal instanceof WholeJournal ? null : file;
  }

  /// The cluster it comes from; null: an export.
  public @Nullable KafkaSettings kafka() {
    return kafka;
  }

  @Override
  public void close() {
    closing.close();
  }
}
