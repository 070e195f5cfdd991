package dev.playloop.projector.world;

import dev.playloop.projector.world.AgentDirectory.Place;
import dev.playloop.projector.world.AgentDirectory.Resident;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.worlds.model.Worlds;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// Whose view is looked at when. An agent is *attended* while its run goes on, and where views come
/// late for as long behind it as a turn would wait: its view is derived with each change of its
/// scene, ten times a second at most, and the one that its turn waits for as soon as the scene has
/// come so far. All others are looked at once a second at most, and only when their scenes have
/// changed: what a change costs does not grow with the number of those who stand there. Owned by
/// the task's thread.
final class Lookout {
  /// How many of those who are not attended are looked at in one go.
  private static final int AT_ONCE = 50;

  /// The same while somebody is attended, and then once in a tick only where more than these stand
  /// in line: a whole scene in one go would hold up the events behind it.
  private static final int FEW = 10;

  /// More than these are looked through no more often than this.
  private static final int CROWD = 100;

  private static final Duration CROWD_EVERY = Duration.ofMillis(5);

  /// The edition of a scene of which no change is known.
  private static final long UNKNOWN = 0;

  private final WorldPolicy policy;
  private final Needs needs;
  private final Worlds worlds;
  private final ToLongFunction<Place> versions;

  /// The newest change of each scene, oldest first; forgotten after `attention`.
  private final LinkedHashMap<Place, Change> changes = new LinkedHashMap<>();

  private final LinkedHashMap<AgentId, Attended> attended = new LinkedHashMap<>();

  /// Scenes that have changed, and whose people are to be put in line now.
  private final LinkedHashMap<Place, Change> ripe = new LinkedHashMap<>();

  /// Scenes that have changed since their people were put in line. They become ripe as `swept`
  /// forgets them: no event looks through them all.
  private final Map<Place, Change> stirred = new HashMap<>();

  /// When those of a scene were put in line, oldest first; forgotten after `idleEvery`.
  private final LinkedHashMap<Place, Instant> swept = new LinkedHashMap<>();

  /// Who stands in line, with the trace of what put it there.
  private final LinkedHashMap<AgentId, Look> line = new LinkedHashMap<>();

  /// When an agent was looked at, oldest first; forgotten after `viewEvery`.
  private final LinkedHashMap<AgentId, Instant> recent = new LinkedHashMap<>();

  private Instant searched = Instant.EPOCH;
  private Instant served = Instant.EPOCH;
  private Instant last = Instant.EPOCH;
  private long editions;
  private long lastNeed;

  /// @param versions of scenes, as far as they are folded
  Lookout(WorldPolicy policy, Needs needs, Worlds worlds, ToLongFunction<Place> versions) {
    this.policy = policy;
    this.needs = needs;
    this.worlds = worlds;
    this.versions = versions;
  }

  /// @param edition one more than the last of all scenes
  private record Change(long edition, Instant at, @Nullable String trace) {}

  /// Whose view is to be derived.
  ///
  /// @param needed as its run goes on: also where only the version of what it sees has grown
  record Look(AgentId agent, boolean needed, @Nullable String trace) {}

  /// Something has changed in this scene.
  void changed(Place place, @Nullable String trace, Instant now) {
    Change change = new Change(++editions, now, trace);
    changes.remove(place); // so that it is the last
    changes.put(place, change);
    (swept.containsKey(place) ? stirred : ripe).put(place, change);
  }

  /// The agent itself has changed: its config, or where it is. Whose view is needed may have been
  /// attended by another task until now.
  void changed(AgentId agent, Instant now) {
    line.put(agent, new Look(agent, false, null));
    Needs.Need need = needs.of(agent);
    if (need != null) {
      needed(agent, need.version(), now);
    } else if (attended.containsKey(agent)) {
      needed(agent, now);
    }
  }

  /// Its view is needed, as something has reached it; what its turn waits for stays that.
  void needed(AgentId agent, Instant now) {
    Attended before = attended.get(agent);
    needed(agent, before == null ? Needs.ANY : before.wish(), now);
  }

  /// Its view is needed, as its run goes on; `wish` is the version that its turn waits for, or
  /// [Needs#ANY]. What a turn that waits is shown before that is of no use to it.
  void needed(AgentId agent, long wish, Instant now) {
    Attended before = attended.get(agent);
    Instant looked = wish != Needs.ANY ? now : before == null ? null : before.looked();
    attended.put(agent, new Attended(until(agent, now), looked, Attended.UNSEEN, false, wish));
  }

  /// Its run is over. What it was not shown of its scene, it sees as all others do; where views
  /// come so late that turns may wait for them, it is attended on, as what the run did is still to
  /// come.
  private void over(AgentId agent) {
    if (viewWait(agent) == null && attended.remove(agent) != null) {
      line.putIfAbsent(agent, new Look(agent, false, null));
    }
  }

  private Instant until(AgentId agent, Instant now) {
    Duration wait = viewWait(agent);
    return now.plus(policy.attention()).plus(wait == null ? Duration.ZERO : wait);
  }

  private @Nullable Duration viewWait(AgentId agent) {
    return worlds.knows(agent.world()) ? worlds.current(agent.world()).viewWait() : null;
  }

  /// Its view was written.
  void wrote(AgentId agent) {
    attended.computeIfPresent(agent, (ignored, state) -> state.shown());
  }

  /// It is nobody's here any more.
  void left(AgentId agent) {
    line.remove(agent);
    attended.remove(agent);
  }

  /// Who is to be looked at now; each of them counts as looked at.
  ///
  /// @param ours whether a scene is one of this task's
  List<Look> next(AgentDirectory directory, Predicate<Place> ours, Instant now) {
    if (now.isBefore(last)) {
      putBack(now);
    }
    last = now;
    needs
        .after(lastNeed)
        .forEach((number, need) -> {
          lastNeed = number;
          Resident resident = directory.resident(need.agent());
          if (need.isOver()) {
            over(need.agent());
          } else if (resident != null && ours.test(resident.place())) {
            needed(need.agent(), need.version(), now);
          }
        });
    forget(recent, policy.viewEvery(), now);
    forget(swept, policy.idleEvery(), now).forEach(this::ripen);
    List<Look> next = new ArrayList<>();
    if (attended.size() <= CROWD || !searched.plus(crowdEvery()).isAfter(now)) {
      searched = now;
      attended(directory, now, next);
      forgetChanges(now.minus(policy.attention())); // not before: the task may have stood still
    }
    sweep(directory, now);
    fromTheLine(now, next);
    return next;
  }

  /// Where no scene has changed lately, a look has nothing to show but what was there before.
  private Duration crowdEvery() {
    return changes.isEmpty() ? policy.viewEvery() : CROWD_EVERY;
  }

  private void attended(AgentDirectory directory, Instant now, List<Look> next) {
    Iterator<Map.Entry<AgentId, Attended>> all = attended.entrySet().iterator();
    while (all.hasNext()) {
      Map.Entry<AgentId, Attended> each = all.next();
      AgentId agent = each.getKey();
      Attended state = each.getValue();
      Resident resident = directory.resident(agent);
      if (resident == null) {
        all.remove();
        continue;
      }
      Change change = changes.get(resident.place());
      long edition = change == null ? UNKNOWN : change.edition();
      boolean isGranted =
          state.wish() != Needs.ANY && versions.applyAsLong(resident.place()) >= state.wish();
      boolean early = state.isEarly(policy.viewEvery(), now);
      if (state.edition() != edition && early && !isGranted) {
        continue; // what has changed is shown first, also where its time is over by then
      }
      if (state.edition() != edition || isGranted) {
        each.setValue(state.lookedAt(now, edition, isGranted));
        line.remove(agent);
        looked(agent, now);
        next.add(new Look(agent, true, change == null ? null : change.trace()));
      }
      if (state.until().isBefore(now)) {
        all.remove();
      }
    }
  }

  private void ripen(Place place) {
    Change change = stirred.remove(place);
    if (change != null) {
      ripe.put(place, change);
    }
  }

  private void sweep(AgentDirectory directory, Instant now) {
    ripe.forEach((place, change) -> {
      swept.put(place, now);
      for (Resident resident : directory.in(place)) {
        if (!attended.containsKey(resident.agent())) {
          line.put(resident.agent(), new Look(resident.agent(), false, change.trace()));
        }
      }
    });
    ripe.clear();
  }

  private void fromTheLine(Instant now, List<Look> next) {
    boolean busy = !attended.isEmpty();
    if (busy && line.size() > FEW && served.plus(policy.tick()).isAfter(now)) {
      return;
    }
    served = now;
    Iterator<Look> all = line.values().iterator();
    for (int i = 0; all.hasNext() && i < (busy ? FEW : AT_ONCE); i++) {
      Look look = all.next();
      if (!recent.containsKey(look.agent())) {
        all.remove();
        looked(look.agent(), now);
        next.add(look);
      } // too early; it stays
    }
  }

  private void looked(AgentId agent, Instant now) {
    recent.remove(agent); // so that it is the last
    recent.put(agent, now);
  }

  private void forgetChanges(Instant before) {
    Iterator<Change> oldest = changes.values().iterator();
    while (oldest.hasNext() && oldest.next().at().isBefore(before)) {
      oldest.remove();
    }
  }

  /// They lie in the order of their times; those that are forgotten.
  private static <K> List<K> forget(Map<K, Instant> times, Duration after, Instant now) {
    List<K> forgotten = new ArrayList<>();
    Iterator<Map.Entry<K, Instant>> all = times.entrySet().iterator();
    while (all.hasNext()) {
      Map.Entry<K, Instant> oldest = all.next();
      if (oldest.getValue().plus(after).isAfter(now)) {
        break;
      }
      forgotten.add(oldest.getKey());
      all.remove();
    }
    return forgotten;
  }

  /// The clock went back: nothing that was taken down is to lie ahead of it, or it would be waited
  /// for.
  private void putBack(Instant now) {
    recent.replaceAll((agent, at) -> earlier(at, now));
    swept.replaceAll((place, at) -> earlier(at, now));
    changes.replaceAll(
        (place, change) -> new Change(change.edition(), earlier(change.at(), now), change.trace()));
    attended.replaceAll((agent, state) -> state.putBack(now, until(agent, now)));
    searched = earlier(searched, now);
    served = earlier(served, now);
  }

  static Instant earlier(Instant one, Instant other) {
    return one.isAfter(other) ? other : one;
  }
}
