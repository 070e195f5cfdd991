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
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The worlds of this build, and those that the topic `worlds` declares, followed: what is declared
/// is known within moments, without a restart. For all threads; whoever starts it closes it.
public final class WorldsTable implements Worlds, AutoCloseable {
  /// How long a declaration is waited for that somebody names and that was not read yet.
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /// Names that nobody declared must not keep their readers waiting all the time.
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

  private final FollowedTable<String, WorldRecord> table;
  private final ReentrantLock looking = new ReentrantLock();
  private volatile DeclaredWorlds known;
  private long lookedAt = System.nanoTime() - BETWEEN_LOOKS.toNanos();

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

  @Override
  public boolean knows(String world) {
    return Worlds.super.knows(world) || (looked() && Worlds.super.knows(world));
  }

  @Override
  public Catalogue meant(String world, @Nullable String hash) {
    if (hash != null && find(world, hash) == null && !isOfThisBuild(world)) {
      var _ = looked();
    }
    return Worlds.super.meant(world, hash);
  }

  private boolean isOfThisBuild(String world) {
    return groups().contains(world);
  }

  /// Whether all that was written until now has been read.
  private boolean looked() {
    looking.lock();
    try {
      return System.nanoTime() - lookedAt >= BETWEEN_LOOKS.toNanos()
          && table.awaitCurrent(PATIENCE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      lookedAt = System.nanoTime();
      looking.unlock();
    }
  }

  @Override
  public void close() {
    table.close();
  }
}
