package dev.playloop.worlds.declared.pull;

import dev.playloop.schemas.id.ActionId;
import dev.playloop.worlds.declared.game.GameAnswer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A game that owes no more than it must: it acts on each order without a look at what it has done,
/// stores what it did with the deed, and where it says `not_done` it voids what came before. It
/// counts what it did in a place that it can't forget.
final class TrustingGame {
  final Map<ActionId, Integer> effects = new HashMap<>();
  private final Map<ActionId, GameAnswer> done = new HashMap<>();
  private final Map<ActionId, Long> voidBefore = new HashMap<>();
  private @Nullable Instant bornAt;

  /// An answer on its way.
  record Said(ActionId action, long epoch, GameAnswer answer) {}

  /// One of its processes.
  final class Body {
    final String name;
    final List<Handed> inbox = new ArrayList<>();
    @Nullable Long epoch;
    Connecting.@Nullable Served poll;

    Body(String name) {
      this.name = name;
    }

    /// Does one thing of its inbox; null where it has nothing to say.
    @Nullable Said work(int which, Instant now) {
      Handed handed = inbox.remove(which);
      ActionId id = handed.order().id();
      long at = Objects.requireNonNull(epoch);
      return handed.again() ? told(handed, id, at) : acted(handed, id, at, now);
    }

    private @Nullable Said acted(Handed handed, ActionId id, long at, Instant now) {
      if (voidBefore.getOrDefault(id, 0L) > at || now.isAfter(handed.order().action().notAfter())) {
        return null;
      }
      effects.merge(id, 1, Integer::sum);
      done.put(id, PullCase.DONE);
      return new Said(id, at, PullCase.DONE);
    }

    private Said told(Handed handed, ActionId id, long at) {
      GameAnswer known = done.get(id);
      if (known != null) {
        return new Said(id, at, known);
      }
      Instant issued = handed.order().issued();
      if (bornAt != null && (issued == null || !issued.isAfter(bornAt))) {
        return new Said(id, at, new GameAnswer.Forgotten());
      }
      voidBefore.put(id, at);
      inbox.removeIf(other -> other.order().id().equals(id));
      return new Said(id, at, new GameAnswer.NotDone());
    }

    void die() {
      inbox.clear();
      epoch = null;
      poll = null;
    }
  }

  Body process(String name) {
    return new Body(name);
  }

  /// Its disk is gone, and its processes with it.
  void forget(List<Body> all, Instant now) {
    all.forEach(Body::die);
    done.clear();
    voidBefore.clear();
    bornAt = now;
  }
}
