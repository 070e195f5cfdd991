package dev.playloop.worlds.eternum.watch;

import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.chain.Felt;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What was told of a game so far: the watcher's cursor.
///
/// @param version the greatest that an entity was told with
/// @param time until when it was told what becomes due, in seconds since 1970
/// @param part how much of the next blocks is told already; 0 for nothing
/// @param trail the newest blocks that were told, the newest first
/// @param owned which entities each account has
/// @param landed the accounts' transactions of the newest blocks
@RecordBuilder
record WatchCursor(
    long version, long time, int part, List<Mark> trail, List<Owned> owned, List<Landed> landed)
    implements WatchCursorBuilder.With {
  static final int MAX_TRAIL = 16;

  /// Structures and explorers of all accounts whose ids are kept.
  static final int MAX_OWNED = 1_500;

  static final WatchCursor NOTHING =
      WatchCursorBuilder.builder().trail(List.of()).owned(List.of()).landed(List.of()).build();

  WatchCursor {
    trail = List.copyOf(trail);
    owned = List.copyOf(owned);
    landed = List.copyOf(landed);
  }

  record Mark(long block, Felt hash) {}

  /// By their names in the scene.
  record Owned(Felt account, List<String> entities) {
    Owned {
      entities = List.copyOf(entities);
    }
  }

  /// A transaction that was told of.
  ///
  /// @param nonces how many the account had used when it was told; its own is one of them. Null
  ///   while that could not be asked
  /// @param missing whether the chain has lost it since
  record Landed(
      Felt account, Felt transaction, long block, @Nullable Long nonces, boolean missing) {
    Landed lost() {
      return new Landed(account, transaction, block, nonces, true);
    }

    Landed at(long newBlock) {
      return new Landed(account, transaction, newBlock, nonces, false);
    }

    Landed used(long count) {
      return new Landed(account, transaction, block, count, missing);
    }
  }

  /// Throws [dev.playloop.schemas.InvalidValueException] where it is no cursor of a watcher.
  static WatchCursor parse(@Nullable String cursor) {
    return cursor == null ? NOTHING : Json.readStrict(Json.tree(cursor), WatchCursor.class);
  }

  String text() {
    return Json.text(this);
  }

  /// The newest block that was told; null where none was.
  @Nullable Mark told() {
    return trail.isEmpty() ? null : trail.getFirst();
  }
}
