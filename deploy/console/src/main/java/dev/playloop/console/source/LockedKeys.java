package dev.playloop.console.source;

import dev.playloop.audit.log.TopicKeys;
import dev.playloop.schemas.journal.SubjectKey;
import dev.playloop.schemas.seal.DataKey;
import dev.playloop.schemas.seal.KeyRing;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The keys on a cluster, for all threads: one asks at a time.
final class LockedKeys implements KeyRing, AutoCloseable {
  private final TopicKeys keys;

  LockedKeys(TopicKeys keys) {
    this.keys = keys;
  }

  @Override
  public synchronized @Nullable DataKey find(String id) {
    return keys.find(id);
  }

  /// Those that are not dropped, as of now.
  synchronized Set<String> there() {
    return keys.all().stream().map(SubjectKey::id).collect(Collectors.toSet());
  }

  @Override
  public synchronized void close() {
    keys.close();
  }
}
