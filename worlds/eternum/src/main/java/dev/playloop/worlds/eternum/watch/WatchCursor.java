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
  /// @param nonce its own; null while that could not be asked
  /// @param missing what is known of it since the chain has lost it; null while it has it
  record Landed(
      Felt account, Felt transaction, long block, @Nullable Long nonce, @Nullable Missing missing) {
    static Landed in(long block, Felt account, Felt transaction) {
      return new Landed(account, transaction, block, null, null);
    }

    Landed missing(Missing now) {
      return new Landed(account, transaction, block, nonce, now);
    }

    Landed at(long newBlock) {
      return new Landed(account, transaction, newBlock, nonce, null);
    }

    Landed nonce(long own) {
      return new Landed(account, transaction, block, own, missing);
    }

    boolean isMissing() {
      return missing != null;
    }
  }

  /// @param hopeless the block since which it can't land, unless that block is lost, too; null
  ///   while it still may
  record Missing(@Nullable Long hopeless) {
    static final Missing HOPEFUL = new Missing(null);
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
