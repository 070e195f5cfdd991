package dev.playloop.worlds.emerald.game;

import dev.playloop.worlds.emerald.model.GameState.Menu;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What a walker must know, of one frame: cheap enough to be read again and again.
///
/// @param frame when it was read
/// @param locked the field takes no input: menu, text, script, battle or fade
/// @param textBox a text box is open
/// @param fading the screen fades
/// @param inBattle a battle is on
/// @param menu which menu of the battle waits for input
/// @param battler which of the own fighters it waits for: 0, or 2 in a double battle
/// @param tasks what runs beside the screen, as far as it is known
@RecordBuilder
public record FieldView(
    long frame,
    MapId map,
    Player player,
    boolean locked,
    boolean textBox,
    Screen screen,
    boolean fading,
    boolean inBattle,
    Menu menu,
    int battler,
    Set<Routine> tasks,
    List<Actor> actors) {
  public FieldView {
    tasks = Set.copyOf(tasks);
    actors = List.copyOf(actors);
  }

  /// Whether a direction key would walk now.
  public boolean isFree() {
    return screen == Screen.OVERWORLD && !locked && !inBattle && !fading && !textBox;
  }

  /// Whoever stands on the tile or is about to leave it.
  public Optional<Actor> actorOn(Tile tile) {
    return actors.stream().filter(actor -> actor.isOn(tile)).findFirst();
  }

  public Optional<Actor> actor(int index) {
    return actors.stream().filter(actor -> actor.index() == index).findFirst();
  }
}
