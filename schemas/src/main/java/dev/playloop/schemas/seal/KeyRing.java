package dev.playloop.schemas.seal;

import org.jspecify.annotations.Nullable;

/// The data keys that a reader of the journal has.
@FunctionalInterface
public interface KeyRing {
  /// No key at all: sealed payloads count as missing.
  KeyRing NONE = id -> null;

  /// Null where the key was dropped, or is not the reader's to have.
  @Nullable DataKey find(String id);
}
