package dev.playloop.worlds.declared.model;

import dev.playloop.schemas.world.WorldDeclaration;
import dev.playloop.schemas.world.WorldRecord;
import dev.playloop.worlds.model.Catalogue;
import dev.playloop.worlds.model.Worlds;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The worlds of a build, and those that records of the topic `worlds` declare. A record that this
/// release can't read is told once and left out, and so is one of a world of the build. Immutable.
public final class DeclaredWorlds implements Worlds {
  private static final Logger LOG = LoggerFactory.getLogger(DeclaredWorlds.class);

  private final Worlds installed;
  private final Map<String, WorldRecord> records;

  /// By the record's key; null for one that can't be read.
  private final Map<String, @Nullable Catalogue> made = new HashMap<>();

  /// By the world's name.
  private final Map<String, Catalogue> inForce = new TreeMap<>();

  private final Map<String, String> retired = new TreeMap<>();

  /// What was in force last of those that are retired.
  private final List<Catalogue> last = new ArrayList<>();

  private final List<Catalogue> all;
  private final Set<String> groups;

  private DeclaredWorlds(
      Worlds installed, Map<String, WorldRecord> records, @Nullable DeclaredWorlds before) {
    this.installed = installed;
    this.records = records;
    records.forEach((key, record) -> {
      WorldDeclaration declaration = record.declaration();
      if (declaration != null) {
        made.put(
            key,
            before != null && record.equals(before.records.get(key))
                ? before.made.get(key)
                : read(key, declaration, installed));
      }
    });
    if (before != null) {
      keepFrom(before);
    }
    records.forEach((world, record) -> {
      WorldRecord.Pointer pointer = record.pointer();
      if (pointer != null && !isOfTheBuild(world)) {
        point(world, pointer);
      }
    });
    // Those that are not in force any more, or not yet, are held, too: journals name them.
    Set<Catalogue> held = new LinkedHashSet<>(installed.all());
    held.addAll(inForce.values());
    held.addAll(last);
    made.values().stream()
        .filter(each -> each != null && !isOfTheBuild(each.name()))
        .forEach(held::add);
    this.all = List.copyOf(held);
    Set<String> shared = new LinkedHashSet<>(installed.groups());
    shared.add(WorldDeclaration.SHARED);
    this.groups = Collections.unmodifiableSet(shared);
  }

  /// A declaration is what its key says, for ever: who takes its record away, or puts another
  /// there, takes nothing from those who have read it.
  private void keepFrom(DeclaredWorlds before) {
    before.made.forEach((key, was) -> {
      if (was != null && made.get(key) == null) {
        made.put(key, was);
      }
    });
  }

  private void point(String world, WorldRecord.Pointer pointer) {
    Catalogue current = made.get(WorldRecord.key(world, pointer.hash()));
    if (pointer.retired()) {
      retired.put(world, pointer.by());
      if (current != null) {
        last.add(current);
      }
    } else if (current != null) {
      inForce.put(world, current);
    }
  }

  private boolean isOfTheBuild(String world) {
    return installed.current(world).world() != null;
  }

  /// @param records by their keys
  public static DeclaredWorlds of(Worlds installed, Map<String, WorldRecord> records) {
    return new DeclaredWorlds(installed, records, null);
  }

  /// What stands on the topic when this declaration alone was made. Throws
  /// [dev.playloop.schemas.InvalidValueException] where no world can be made of it.
  public static Map<String, WorldRecord> records(
      WorldDeclaration declaration, Instant at, String by) {
    String hash = String.valueOf(Catalogue.of(DeclaredWorld.of(declaration)).hash());
    return Map.of(
        WorldRecord.key(declaration.world(), hash),
        WorldRecord.of(declaration),
        declaration.world(),
        WorldRecord.of(WorldRecord.Pointer.to(hash, at, by)));
  }

  /// The same worlds of the build with other records; what is in both is not read again.
  public DeclaredWorlds with(Map<String, WorldRecord> changed) {
    return new DeclaredWorlds(installed, changed, this);
  }

  /// By their keys, as they were given.
  public Map<String, WorldRecord> records() {
    return records;
  }

  private static @Nullable Catalogue read(
      String key, WorldDeclaration declaration, Worlds installed) {
    if (installed.groups().contains(String.valueOf(declaration.group()))) {
      // Whoever performs the actions of a world of the build takes no others.
      LOG.warn("the group of the declaration {} is a world of the build, so it is left out", key);
      return null;
    }
    try {
      Catalogue catalogue = Catalogue.of(DeclaredWorld.of(declaration));
      if (WorldRecord.key(declaration.world(), String.valueOf(catalogue.hash())).equals(key)) {
        return catalogue;
      }
      LOG.warn("the declaration {} is another one than its key says, and left out", key);
    } catch (IllegalArgumentException e) {
      LOG.warn("the declaration {} can't be read by this release: {}", key, e.getMessage());
    }
    return null;
  }

  @Override
  public List<Catalogue> all() {
    return all;
  }

  @Override
  public Worlds held() {
    return this;
  }

  @Override
  public Catalogue current(String world) {
    return isOfTheBuild(world)
        ? installed.current(world)
        : inForce.getOrDefault(world, Catalogue.NONE);
  }

  @Override
  public Set<String> names() {
    Set<String> names = new LinkedHashSet<>(installed.names());
    names.addAll(inForce.keySet());
    return names;
  }

  @Override
  public Map<String, String> retired() {
    return Collections.unmodifiableMap(retired);
  }

  @Override
  public Set<String> groups() {
    return groups;
  }
}
