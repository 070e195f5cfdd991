#include "game.h"
void battle_begin(int trainer) { gMain.callback2 = CB2_BATTLE; gMain.inBattle |= 2; gBattleTypeFlags = trainer ? BATTLE_TRAINER : BATTLE_WILD; gTest.battles++; gBattleOutcome = 0; }
int battle_frame(int pressed) { if (!pressed) return 0; gMain.inBattle &= ~2; gBattleOutcome = 4; return 1; }
void partymenu_open(int p) { (void)p; gMain.callback2 = CB2_PARTY; }
int partymenu_frame(int pressed) { return pressed; }
void bag_open(int b) { (void)b; gMain.callback2 = CB2_BAG; }
int bag_frame(int p) { return p; }
