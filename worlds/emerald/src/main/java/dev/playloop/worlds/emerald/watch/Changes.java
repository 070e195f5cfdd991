package dev.playloop.worlds.emerald.watch;

import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.schemas.event.WorldEvent.Happening;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.emerald.game.Battle;
import dev.playloop.worlds.emerald.game.GameStates;
import dev.playloop.worlds.emerald.game.GameView;
import dev.playloop.worlds.emerald.game.Monster;
import dev.playloop.worlds.emerald.model.EmeraldScenes;
import dev.playloop.worlds.emerald.model.GameState;
import dev.playloop.worlds.emerald.model.GameState.Menu;
import dev.playloop.worlds.emerald.watch.Seen.Fight;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Compares what a game is with what was told of it. Pure: the same view after the same cursor
/// gives the same events, so that a batch that was lost with its cursor comes again as it was, and
/// one that was kept never does.
final class Changes {
  /// The most events of one look.
  static final int MAX_EVENTS = 16;

  /// Others walk about all the time: that alone is told once in so many frames.
  static final int OTHERS_EVERY = 60;

  /// Hexadecimal characters of a digest in the cursor.
  private static final int DIGEST = 16;

  private static final int BADGES = 8;

  private final String player;
  private final Instant at;
  private final GameView view;
  private final GameState state;
  private final @Nullable Seen seen;
  private final List<Happening> happenings = new ArrayList<>();

  private Changes(String player, Instant at, GameView view, @Nullable Seen seen) {
    this.player = player;
    this.at = at;
    this.view = view;
    this.state = GameStates.of(view);
    this.seen = seen;
  }

  /// What to tell, and the cursor behind it.
  record Told(List<WorldEvent> events, Seen seen) {}

  /// `seen` is null where nothing was told yet: then the entity is told, and what waits.
  static Told since(@Nullable Seen seen, String player, GameView view, Instant at) {
    return new Changes(player, at, view, seen).told();
  }

  private Told told() {
    long epoch = seen == null ? 1 : state.frame() < seen.frame() ? seen.epoch() + 1 : seen.epoch();
    String own = own();
    String others = digest(Json.text(state.nearby()));
    boolean put = seen == null || !own.equals(seen.state()) || othersAreDue(epoch, others);
    Seen next =
        SeenBuilder.builder()
            .epoch(epoch)
            .frame(state.frame())
            .state(own)
            .others(put || seen == null ? others : seen.others())
            .put(put || seen == null ? state.frame() : seen.put())
            .map(state.map())
            .battle(fight())
            .waits(waits())
            .text(dialogue().isEmpty() ? "" : digest(dialogue()))
            .party(party())
            .badges(view.badges())
            .build();
    compare(next);
    List<WorldEvent> events = new ArrayList<>();
    if (put) {
      events.add(
          EmeraldScenes.changed(
              id(next, "state"), player, at, next.version(), Json.LOG.valueToTree(state)));
    }
    for (Happening happening : happenings) {
      events.add(
          EmeraldScenes.happened(
              id(next, happening.kind() + suffix(happening)), player, at, happening));
    }
    return new Told(events, next);
  }

  private boolean othersAreDue(long epoch, String others) {
    return seen != null
        && !others.equals(seen.others())
        && (epoch != seen.epoch() || state.frame() - seen.put() >= OTHERS_EVERY);
  }

  private void compare(Seen next) {
    if (seen != null && !next.map().equals(seen.map())) {
      happenings.add(Happenings.mapEntered(state, seen.map()));
    }
    compareBattle(next);
    if (!next.text().isEmpty() && (seen == null || !next.text().equals(seen.text()))) {
      happenings.add(Happenings.dialogueShown(dialogue()));
    }
    if (!next.waits().isEmpty() && (seen == null || !next.waits().equals(seen.waits()))) {
      happenings.add(Happenings.menuWaiting(next.waits().substring(0, next.waits().indexOf(' '))));
    }
    if (seen != null && !next.party().equals(seen.party())) {
      happenings.add(Happenings.partyChanged(state));
    }
    int won = seen == null ? 0 : next.badges() & ~seen.badges();
    for (int badge = 0; badge < BADGES; badge++) {
      if ((won >> badge & 1) != 0) {
        happenings.add(Happenings.badgeWon(badge + 1, view.badgeCount()));
      }
    }
  }

  private void compareBattle(Seen next) {
    Fight before = seen == null ? Fight.none : seen.battle();
    if (before != Fight.none && next.battle() == Fight.none) {
      happenings.add(Happenings.battleEnded(before == Fight.trainer, view.lastOutcome()));
      if (view.lastOutcome() == Battle.LOST) {
        happenings.add(Happenings.blackedOut(state));
      }
    }
    if (before == Fight.none && next.battle() != Fight.none && state.battle() != null) {
      happenings.add(Happenings.battleStarted(state.battle()));
    }
  }

  private Fight fight() {
    if (state.battle() == null) {
      return Fight.none;
    }
    return state.battle().trainer() ? Fight.trainer : Fight.wild;
  }

  /// What waits, and behind it what tells one waiting from the next: in a battle the health and the
  /// points of both, for each turn changes one of them.
  private String waits() {
    GameState.Battle battle = state.battle();
    if (battle != null) {
      return battle.menu() == Menu.none
          ? ""
          : "battle_" + battle.menu() + " " + digest(Json.text(battle));
    }
    return switch (state.mode()) {
      case menu -> "start_menu -";
      case bag -> "bag -";
      case party -> "party -";
      case text -> dialogue().isEmpty() ? "" : "text " + digest(dialogue());
      case field, battle, busy -> "";
    };
  }

  private String dialogue() {
    String text = state.text();
    return state.battle() != null || text == null ? "" : text;
  }

  /// Without the frame, which always changes, and without the others, who walk about.
  private String own() {
    ObjectNode node = Json.LOG.valueToTree(state);
    node.remove(List.of("frame", "nearby"));
    return digest(node.toString());
  }

  /// Who is in the party, in whatever order: a battle's party screen puts them in another.
  private String party() {
    return digest(
        view.party().stream()
            .sorted(Comparator.comparingLong(Monster::personality))
            .map(monster ->
                "%d %d %d %b %b"
                    .formatted(
                        monster.personality(),
                        monster.species(),
                        monster.level(),
                        monster.egg(),
                        monster.hp() > 0))
            .collect(Collectors.joining(";")));
  }

  /// Badges are the only happening that may come twice at once.
  private static String suffix(Happening happening) {
    return happening.kind().equals(Happenings.BADGE_WON) && happening.data() != null
        ? "-" + happening.data().path("badge").asInt(0)
        : "";
  }

  private String id(Seen next, String what) {
    return "emerald-%s-%d-%d-%s".formatted(player, next.epoch(), next.frame(), what);
  }

  private static String digest(String text) {
    return Sha256.hex(text).substring(0, DIGEST);
  }
}
