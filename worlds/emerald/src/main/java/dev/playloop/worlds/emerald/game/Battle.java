package dev.playloop.worlds.emerald.game;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;

/// A battle that is on.
///
/// @param outcome 0 while it runs, 1 won, 2 lost, 4 ran, 6 the foe fled, 7 caught
/// @param actionCursor 0 fight, 1 bag, 2 monsters, 3 run
/// @param moveCursor slot of the move from 0
/// @param moves how many moves can be chosen from
/// @param fighters own and foe in turn; two in a single battle, four in a double one
@RecordBuilder
public record Battle(
    boolean trainer,
    boolean isDouble,
    int outcome,
    int actionCursor,
    int moveCursor,
    int moves,
    List<Fighter> fighters) {
  public static final int FIGHT = 0;
  public static final int BAG = 1;
  public static final int MONSTERS = 2;
  public static final int RUN = 3;
  public static final int WON = 1;
  public static final int LOST = 2;
  public static final int RAN = 4;
  public static final int FOE_FLED = 6;
  public static final int CAUGHT = 7;

  public Battle {
    fighters = List.copyOf(fighters);
  }

  /// One that fights. `partyIndex` is its place in its side's party, from 0; `stages` are its
  /// raised and lowered values, 6 where nothing is.
  @RecordBuilder
  public record Fighter(
      int partyIndex,
      int species,
      String name,
      int level,
      int hp,
      int maxHp,
      long status,
      long condition,
      int ability,
      List<Integer> stages,
      List<Move> moves) {
    public Fighter {
      stages = List.copyOf(stages);
      moves = List.copyOf(moves);
    }
  }

  /// The own fighter that acts as `battler`.
  public Fighter own(int battler) {
    return fighters.get(battler);
  }

  public Fighter foe() {
    return fighters.get(1);
  }
}
