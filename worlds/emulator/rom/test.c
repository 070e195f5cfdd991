// The test area: counters that tests read, and the mailbox by which they set a scene up. No part of the game depends on it.
#include "game.h"
enum { MAGIC = 0x31544C50 };  // "PLT1"

static int place_npc(const s32* a) {
  if (a[0] < 1 || a[0] >= OBJECTS || !(gObjectEvents[a[0]].flags & OBJ_ACTIVE)) return 0;
  npc_place(a[0], a[1], a[2], a[3], a[4]);
  return 1;
}
static int teleport(const s32* a) {
  if (a[0] < 0 || a[0] >= MAPS) return 0;
  if (gTest.softlock) {
    gTest.softlock = 0;
    sLockFieldControls = 0;
  }
  world_enter(a[0], a[1], a[2], a[3]);
  world_draw_later();
  return 1;
}
// What changes the scene waits for a player who stands still; 0 = refused, 1 = done, -1 = later.
static int in_field(u32 command, const s32* a) {
  if (!field_idle() || (sLockFieldControls && !gTest.softlock)) return -1;
  switch (command) {
    case MAIL_TELEPORT: return teleport(a);
    case MAIL_AVATAR: player_mode(a[0]); return 1;
    case MAIL_NPC: return place_npc(a);
    case MAIL_WILD: field_battle(0); return 1;
    default: field_battle(1); return 1;
  }
}
static int set_mon(const s32* a) {
  if (a[0] < 0 || a[0] >= gPlayerPartyCount) return 0;
  gPlayerParty[a[0]].hp = a[1];
  gPlayerParty[a[0]].status = a[2];
  return 1;
}
static int set_pp(const s32* a) {
  if (a[0] < 0 || a[0] >= gPlayerPartyCount || a[1] < 0 || a[1] > 3) return 0;
  int offset = 8 + (a[1] & 2);
  u16 both = mon_get(&gPlayerParty[a[0]], 'A', offset);
  both = a[1] & 1 ? (both & 0x00FF) | a[2] << 8 : (both & 0xFF00) | (a[2] & 0xFF);
  mon_set(&gPlayerParty[a[0]], 'A', offset, both);
  return 1;
}
static int perform(u32 command, const s32* a) {
  switch (command) {
    case MAIL_MON: return set_mon(a);
    case MAIL_PP: return set_pp(a);
    case MAIL_SEED: gRngValue = a[0]; return 1;
    case MAIL_RUN: gTest.runRule = a[0]; return 1;
    case MAIL_ENCOUNTERS: gTest.encounterRule = a[0]; return 1;
    case MAIL_CATCH: gTest.catchRule = a[0]; return 1;
    case MAIL_ITEM: return bag_add(a[0], a[1], a[2]);
    case MAIL_FOE: gBattleMons[1].hp = a[0]; return 1;
    case MAIL_FLAG: flag_set(a[0], a[1]); return 1;
    case MAIL_TELEPORT:
    case MAIL_AVATAR:
    case MAIL_WILD:
    case MAIL_TRAINER:
    case MAIL_NPC: return in_field(command, a);
    default: return 0;
  }
}
static void read_mailbox(void) {
  if (gTest.command == MAIL_NONE) return;
  int result = perform(gTest.command, gTest.arguments);
  if (result < 0) return;
  gTest.command = MAIL_NONE;
  if (result)
    gTest.done++;
  else
    gTest.refused++;
}
void test_frame(int held, int pressed) {
  gTest.magic = MAGIC;
  gTest.frames++;
  if (pressed) gTest.heldFor = 0;
  if (held) gTest.heldFor++;
  for (int key = 0; key < KEYS; key++)
    if (pressed >> key & 1) gTest.presses[key]++;
  read_mailbox();
}
