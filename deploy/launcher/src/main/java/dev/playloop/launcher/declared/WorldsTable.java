package dev.playloop.launcher.declared;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.FollowedTable;
import dev.playloop.schemas.world.WorldRecord;
import dev.playloop.worlds.declared.model.DeclaredWorlds;
import dev.playloop.worlds.model.Catalogue;
import dev.playloop.worlds.model.Worlds;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.errors.TimeoutException;

/// The worlds of this build, and those that the topic `worlds` declares, followed: what is declared
/// is known within moments, without a restart. For all threads; whoever starts it closes it.
public final class WorldsTable implements Worlds, AutoCloseable {
  /// How long Kafka is waited for where somebody names a declaration that was not read yet. That is
  /// looked for each time, for a "no" must not be older than the question.
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final FollowedTable<String, WorldRecord> table;
  private volatile DeclaredWorlds known;

  private WorldsTable(DeclaredWorlds known, FollowedTable<String, WorldRecord> table) {
    this.known = known;
    this.table = table;
  }

  /// Starts without blocking; [#loaded] waits.
  public static WorldsTable start(KafkaSettings kafka, Worlds installed) {
    return new WorldsTable(
        DeclaredWorlds.of(installed, Map.of()),
        FollowedTable.start(kafka, kafka.topics().worlds()));
  }

  /// This, as soon as all that was declared at the start is known.
  public WorldsTable loaded() throws InterruptedException {
    var _ = table.loaded();
    return this;
  }

  @Override
  public List<Catalogue> all() {
    return now().all();
  }

  @Override
  public Worlds held() {
    return now();
  }

  @Override
  public Catalogue current(String world) {
    return now().current(world);
  }

  @Override
  public Set<String> names() {
    return now().names();
  }

  @Override
  public Map<String, String> retired() {
    return now().retired();
  }

  @Override
  public Set<String> groups() {
    return now().groups();
  }

  @SuppressWarnings("ReferenceEquality") // the table's values are the same object until they change
  private DeclaredWorlds now() {
    Map<String, WorldRecord> records = table.values();
    DeclaredWorlds seen = known;
    if (seen.records() != records) { // by two threads at a time, it is made twice
      seen = seen.with(records);
      known = seen;
    }
    return seen;
  }

  /// Throws [TimeoutException] where Kafka does not answer.
  @Override
  public boolean catchUp(String world) {
    if (groups().contains(world)) { // one of the build
      return false;
    }
    boolean isCurrent;
    try {
      isCurrent = table.awaitCurrent(PATIENCE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      isCurrent = false;
    }
    if (!isCurrent) {
      throw new TimeoutException("what declares the world '" + world + "' could not be read");
    }
    return true;
  }

  @Override
  public void close() {
    table.close();
  }
}
