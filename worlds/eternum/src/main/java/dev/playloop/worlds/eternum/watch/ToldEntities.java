package dev.playloop.worlds.eternum.watch;

import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.eternum.model.EternumScenes;
import dev.playloop.worlds.eternum.model.state.EternumView;
import dev.playloop.worlds.eternum.torii.ToriiHead;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What was told of one account's entities, so that only what changed is told. The game's version
/// is the block of the index, so that it can be waited for; that of all else is one less. Only
/// after a reorganisation, when blocks begin again at a lower number, is it more by as many as were
/// lost, until blocks without a change of the entity have made up for it: a projection takes no
/// lower one.
final class ToldEntities {
  private final Felt account;

  /// What was told last of each entity, and with which version.
  private final Map<String, Last> last = new HashMap<>();

  /// @param owned whether it is one of many, which the account may lose
  private record Last(long version, String digest, boolean owned) {}

  ToldEntities(Felt account) {
    this.account = account;
  }

  /// Nothing is known of these but that they were told, at most with that version. They are told
  /// again, and what is the same is of no newer version.
  void remember(Collection<String> entities, long version) {
    entities.forEach(entity -> last.putIfAbsent(entity, new Last(version - 1, "", true)));
  }

  /// The entities that come and go.
  List<String> owned() {
    return last.entrySet().stream()
        .filter(each -> each.getValue().owned())
        .map(Map.Entry::getKey)
        .sorted()
        .toList();
  }

  private static boolean isOwned(EternumView entity) {
    return entity instanceof EternumView.Structure || entity instanceof EternumView.Explorer;
  }

  /// @param version what an entity has at least
  /// @param wentBack whether the index went back to a lower block
  record Look(ToriiHead head, long version, boolean wentBack) {
    /// Names an event by the block, so that whoever looks at it again tells the same.
    String id(Felt account, String what) {
      return "eternum-" + head.hash().hex() + "-" + account.hex() + "-" + what;
    }

    Instant at() {
      return Instant.ofEpochSecond(head.timestamp());
    }
  }

  /// What changed, what is gone, and last of all the game itself: whoever waits for a block in a
  /// view waits for all of it. That is told with each block, but not with one that is lower than
  /// what was told of it, unless the index has just gone back.
  List<WorldEvent> changes(List<EternumView> entities, Look look) {
    List<WorldEvent> events = new ArrayList<>();
    Set<String> there = new HashSet<>();
    for (EternumView each : entities) {
      there.add(EternumScenes.entity(each));
      if (!(each instanceof EternumView.Game)) {
        tell(each, look, events);
      }
    }
    for (String entity : List.copyOf(last.keySet())) {
      if (!there.contains(entity)) {
        events.add(
            EternumScenes.removed(
                look.id(account, entity),
                account.hex(),
                look.at(),
                ofPart(last.remove(entity), look),
                entity));
      }
    }
    for (EternumView each : entities) {
      if (each instanceof EternumView.Game) {
        tell(each, look, events);
      }
    }
    return events;
  }

  private void tell(EternumView each, Look look, List<WorldEvent> events) {
    String entity = EternumScenes.entity(each);
    Last before = last.get(entity);
    String digest = Sha256.hex(Json.text(each)).substring(0, 16);
    boolean changed = before == null || !before.digest().equals(digest);
    boolean game = each instanceof EternumView.Game;
    boolean behind =
        game && before != null && before.version() >= look.head().block() && !look.wentBack();
    if (changed && !behind) {
      long version = game ? next(before, look) : ofPart(before, look);
      last.put(entity, new Last(version, digest, isOwned(each)));
      events.add(
          EternumScenes.changed(look.id(account, entity), account.hex(), look.at(), version, each));
    }
  }

  /// Only the game itself has the block as its version, whatever else has changed with that block.
  private static long ofPart(@Nullable Last before, Look look) {
    long next = next(before, look);
    boolean mayBeLess = before == null || before.version() < next - 1;
    return next == look.head().block() && mayBeLess ? next - 1 : next;
  }

  private static long next(@Nullable Last before, Look look) {
    long least = before == null ? look.version() : Math.max(look.version(), before.version() + 1);
    return Math.max(look.head().block(), least);
  }
}
