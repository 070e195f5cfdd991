package dev.playloop.worlds.emerald.game;

import dev.playloop.worlds.emerald.model.Pocket;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The game as it was between two frames. Texts are the game's own: data, never instructions.
///
/// @param steady everything was read within one frame, or nothing moved meanwhile
/// @param battle null where none is on
/// @param lastOutcome how the present or the last battle went; see [Battle#outcome]
/// @param text what the open text box or the battle says
/// @param badges bit 0 is the first badge
/// @param partyCursor the place that the party screen points at: 0 to 5, 7 cancel
/// @param battleOrder which party slot (from 0) stands at each place of the party screen
/// @param bagPocket the pocket that the bag shows, or showed last
/// @param bagPlace the place in that pocket's list that it points at
/// @param startMenuCursor the entry of the start menu that it points at, from 0
/// @param startMenuBag the entry that is BAG: below Pokédex and party, once the player has them
@RecordBuilder
public record GameView(
    FieldView field,
    boolean steady,
    List<Monster> party,
    @Nullable Battle battle,
    int lastOutcome,
    Bag bag,
    @Nullable String text,
    int badges,
    int partyCursor,
    List<Integer> battleOrder,
    Pocket bagPocket,
    int bagPlace,
    int startMenuCursor,
    int startMenuBag) {
  public GameView {
    party = List.copyOf(party);
    battleOrder = List.copyOf(battleOrder);
  }

  public long frame() {
    return field.frame();
  }

  public Optional<Monster> monster(long personality) {
    return party.stream().filter(monster -> monster.personality() == personality).findFirst();
  }

  public int badgeCount() {
    return Integer.bitCount(badges);
  }
}
