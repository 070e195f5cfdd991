package dev.playloop.worlds.emerald.memory;

/// A place in the game's memory that we read. Its address is data; see [GameProfile].
public enum Symbol {
  MAP_HEADER("gMapHeader"),
  OBJECT_EVENTS("gObjectEvents"),
  PLAYER_AVATAR("gPlayerAvatar"),
  MESSAGE_BOX_MODE("sFieldMessageBoxMode"),
  MAP_LAYOUT("gBackupMapLayout"),
  SAVE_BLOCK_1("gSaveBlock1Ptr"),
  SAVE_BLOCK_2("gSaveBlock2Ptr"),
  LOCK_FIELD_CONTROLS("sLockFieldControls"),
  SCRIPT_STATUS("sGlobalScriptContextStatus"),
  PALETTE_FADE("gPaletteFade"),
  MAIN("gMain"),
  TASKS("gTasks"),
  BATTLE_TYPE("gBattleTypeFlags"),
  BATTLERS_COUNT("gBattlersCount"),
  BATTLER_PARTY_INDEXES("gBattlerPartyIndexes"),
  BATTLE_MONS("gBattleMons"),
  ACTION_CURSOR("gActionSelectionCursor"),
  MOVE_CURSOR("gMoveSelectionCursor"),
  MOVES_TO_CHOOSE("gNumberOfMovesToChoose"),
  TARGET_CURSOR("gMultiUsePlayerCursor"),
  CONTROLLERS("gBattlerControllerFuncs"),
  BATTLE_OUTCOME("gBattleOutcome"),
  PARTY_COUNT("gPlayerPartyCount"),
  PARTY("gPlayerParty"),
  PARTY_MENU("gPartyMenu"),
  BATTLE_PARTY_ORDER("gBattlePartyCurrentOrder"),
  BAG_POSITION("gBagPosition"),
  FIELD_TEXT("gStringVar4"),
  BATTLE_TEXT("gDisplayedStringBattle"),
  START_MENU_CURSOR("sStartMenuCursorPos");

  private final String key;

  Symbol(String key) {
    this.key = key;
  }

  /// As the data files name it.
  public String key() {
    return key;
  }
}
