package dev.playloop.console.api;

import dev.playloop.console.index.IndexReads;
import dev.playloop.console.index.Spot;
import dev.playloop.console.moment.RunParts;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.journal.JournalEntry.Body;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The configs that an agent has had, as its journal holds them: the newest [#MOST]. Safe for all
/// threads.
final class ConfigHistory {
  private static final int MOST = 20;
  private static final int MOST_PATHS = 50;

  private final IndexReads reads;
  private final RunParts parts;

  ConfigHistory(IndexReads reads, RunParts parts) {
    this.reads = reads;
    this.parts = parts;
  }

  /// A config that came into force.
  ///
  /// @param version counts from 1, or from the oldest that is looked at
  /// @param changed where it differs from the one before, as JSON pointers; empty for the first
  record Version(long seq, Instant at, int version, List<String> changed) {}

  List<Version> of(AgentId agent) throws InterruptedException {
    List<Version> versions = new ArrayList<>();
    JsonNode before = null;
    for (Spot spot : reads.configs(agent, MOST)) {
      JsonNode config = config(agent, spot);
      Set<String> changed = new TreeSet<>();
      if (before != null && config != null) {
        differences("", before, config, changed);
      }
      versions.add(
          new Version(
              spot.row().seq(), spot.row().at(), versions.size() + 1, List.copyOf(changed)));
      before = config == null ? before : config;
    }
    return versions;
  }

  private @Nullable JsonNode config(AgentId agent, Spot spot) {
    Body body = parts.body(agent, spot);
    return body == null ? null : body.input();
  }

  private static void differences(String at, JsonNode one, JsonNode other, Set<String> paths) {
    if (one.equals(other) || paths.size() >= MOST_PATHS) {
      return;
    }
    if (!one.isObject() || !other.isObject()) {
      paths.add(at.isEmpty() ? "/" : at);
      return;
    }
    Set<String> names = new TreeSet<>(one.propertyNames());
    names.addAll(other.propertyNames());
    for (String name : names) {
      JsonNode mine = one.get(name);
      JsonNode theirs = other.get(name);
      String path = at + "/" + name.replace("~", "~0").replace("/", "~1");
      if (mine == null || theirs == null) {
        if (!Objects.equals(mine, theirs)) {
          paths.add(path);
        }
      } else {
        differences(path, mine, theirs, paths);
      }
    }
  }
}
