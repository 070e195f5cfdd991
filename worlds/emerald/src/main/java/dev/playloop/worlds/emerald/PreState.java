package dev.playloop.worlds.emerald;

import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.emerald.game.Actor;
import dev.playloop.worlds.emerald.game.Battle;
import dev.playloop.worlds.emerald.game.FieldView;
import dev.playloop.worlds.emerald.game.GameStates;
import dev.playloop.worlds.emerald.game.GameView;
import dev.playloop.worlds.emerald.game.Monster;
import dev.playloop.worlds.emerald.game.Move;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What is kept of the game on the ledger before an action, and compared with the game after a
/// crash. Below 8 KB: what is only compared is a hash.
///
/// @param goalMap the map that the last tile of a path leads to; null where it leads nowhere
record PreState(
    long frame,
    String map,
    int x,
    int y,
    String facing,
    String walks,
    String mode,
    int frozen,
    List<Member> party,
    @Nullable Fight battle,
    String bag,
    int badges,
    String text,
    @Nullable String goalMap) {

  PreState {
    party = List.copyOf(party);
  }

  record Member(long personality, int hp, long status, List<Integer> pp) {
    Member {
      pp = List.copyOf(pp);
    }
  }

  /// A battle before a choice. `idle` says for each fighter that it might have let a turn pass
  /// without a trace.
  @RecordBuilder
  record Fight(
      String menu, int actionCursor, int moveCursor, long own, List<Side> sides, int outcome) {
    Fight {
      sides = List.copyOf(sides);
    }
  }

  @RecordBuilder
  record Side(
      int species,
      int hp,
      long status,
      long condition,
      int ability,
      List<Integer> stages,
      List<Integer> pp) {
    Side {
      stages = List.copyOf(stages);
      pp = List.copyOf(pp);
    }
  }

  static PreState of(GameView view, @Nullable String goalMap) {
    FieldView field = view.field();
    return new PreState(
        field.frame(),
        field.map().toString(),
        field.player().x(),
        field.player().y(),
        field.player().facing().words(),
        field.player().way().name(),
        GameStates.mode(field).name(),
        field.actors().stream().filter(Actor::frozen).mapToInt(actor -> 1 << actor.index()).sum(),
        view.party().stream().map(PreState::member).toList(),
        view.battle() == null ? null : fight(view, view.battle()),
        Sha256.hex(Json.text(view.bag())),
        view.badges(),
        view.text() == null ? "" : Sha256.hex(view.text()),
        goalMap);
  }

  private static Member member(Monster monster) {
    return new Member(monster.personality(), monster.hp(), monster.status(), pp(monster.moves()));
  }

  private static Fight fight(GameView view, Battle battle) {
    int own = battle.own(view.field().battler()).partyIndex();
    return PreStateFightBuilder.builder()
        .menu(view.field().menu().name())
        .actionCursor(battle.actionCursor())
        .moveCursor(battle.moveCursor())
        .own(own < view.party().size() ? view.party().get(own).personality() : 0)
        .sides(
            battle.fighters().stream()
                .map(fighter ->
                    PreStateSideBuilder.builder()
                        .species(fighter.species())
                        .hp(fighter.hp())
                        .status(fighter.status())
                        .condition(fighter.condition())
                        .ability(fighter.ability())
                        .stages(fighter.stages())
                        .pp(pp(fighter.moves()))
                        .build())
                .toList())
        .outcome(battle.outcome())
        .build();
  }

  private static List<Integer> pp(List<Move> moves) {
    return moves.stream().map(Move::pp).toList();
  }

  /// Whether nothing that can be seen has changed, but for time, cursors and who walks where.
  boolean looksLike(PreState other) {
    return map.equals(other.map)
        && x == other.x
        && y == other.y
        && facing.equals(other.facing)
        && walks.equals(other.walks)
        && mode.equals(other.mode)
        && party.equals(other.party)
        && sameFight(other)
        && bag.equals(other.bag)
        && badges == other.badges
        && text.equals(other.text);
  }

  private boolean sameFight(PreState other) {
    if (battle == null || other.battle == null) {
      return battle == null && other.battle == null;
    }
    return battle.own() == other.battle.own()
        && Objects.equals(battle.sides(), other.battle.sides());
  }

  /// Whether a turn of this battle must leave a trace: one fighter is surely able to act, and so
  /// spends PP, changes HP, or leaves.
  boolean turnLeavesTrace() {
    return battle != null
        && battle.sides().stream()
            .anyMatch(side ->
                side.hp() > 0
                    && side.status() == 0
                    && side.condition() == 0
                    && side.ability() != TRUANT
                    && side.pp().stream().anyMatch(pp -> pp > 0));
  }

  /// The ability of those who idle every other turn.
  private static final int TRUANT = 54;
}
