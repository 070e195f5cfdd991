package dev.playloop.worlds.emerald.game;

/// A function of the game whose address, found in a pointer, tells what it is doing. The address is
/// data; see [GameProfile].
public enum Routine {
  CONTROLLER_IDLE("controllerFuncs", "playerBufferRunCommand(idle)"),
  CHOOSE_ACTION("controllerFuncs", "handleInputChooseAction"),
  CHOOSE_TARGET("controllerFuncs", "handleInputChooseTarget"),
  CHOOSE_MOVE("controllerFuncs", "handleInputChooseMove"),
  CHOOSE_MONSTER("controllerFuncs", "waitForMonSelection"),
  CHOOSE_ITEM("controllerFuncs", "completeWhenChoseItem"),
  BATTLE_YES_NO("controllerFuncs", "playerHandleYesNoInput"),
  OVERWORLD("callback2", "overworld"),
  BATTLE("callback2", "battle"),
  BAG("callback2", "bag"),
  PARTY_MENU("callback2", "partyMenu"),
  PARTY_CHOOSE("tasks", "partyChooseMon"),
  PARTY_SUBMENU("tasks", "partySubmenu"),
  BAG_INPUT("tasks", "bagHandleInput"),
  BAG_ITEM_ROW("tasks", "bagItemContextSingleRow"),
  BAG_ITEM_ROWS("tasks", "bagItemContextMultipleRows"),
  START_MENU("tasks", "startMenu");

  private final String group;
  private final String key;

  Routine(String group, String key) {
    this.group = group;
    this.key = key;
  }

  /// The table of the data files that it stands in.
  public String group() {
    return group;
  }

  /// As that table names it.
  public String key() {
    return key;
  }
}
