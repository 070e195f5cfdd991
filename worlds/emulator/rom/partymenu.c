// The party screen: choosing a monster in the field, to switch in a battle, after a faint, and as an item's target.
#include "game.h"
enum { CHOOSE, SUBMENU, NOTE };
enum { CANCEL = 7, ACTION_NONE = 0, ACTION_SWITCH = 8, IN_BATTLE = 1, TASK_NOTE = 0x081B1B5D };
enum { OPTIONS = 3 };
static u8 state, purpose, option, inOrder[PARTY];
static s8 result;
static Mon swap;

int partymenu_result(void) { return result; }
static void exchange(int a, int b) {
  swap = gPlayerParty[a];
  gPlayerParty[a] = gPlayerParty[b];
  gPlayerParty[b] = swap;
}
// In a battle the party lies in the menu's order while the menu is open: the fighter first, then the others.
static void order_for_battle(void) {
  int active = gBattlerPartyIndexes[0], at = 0;
  inOrder[at++] = active;
  for (int i = 0; i < PARTY; i++)
    if (i != active) inOrder[at++] = i;
  for (int i = 0; i < 3; i++) gBattlePartyCurrentOrder[i] = inOrder[i * 2] << 4 | inOrder[i * 2 + 1];
  for (int i = active; i > 0; i--) exchange(i, i - 1);
}
static void order_back(void) {
  for (int i = 0; i < gBattlerPartyIndexes[0]; i++) exchange(i, i + 1);
}
static int in_battle(void) { return gMain.inBattle & 2; }

// ---- picture
static void draw_mon(int slot) {
  int x = slot ? 14 : 1, y = slot ? slot * 3 - 2 : 3;
  Mon* mon = &gPlayerParty[slot];
  screen_put(x - 1, y, INK | (gPartyMenu.slot == slot ? '>' : gPartyMenu.action == ACTION_SWITCH && gPartyMenu.slot2 == slot ? '*' : ' '));
  screen_name(x, y, mon->nickname);
  screen_text(x + 10, y, "L");
  screen_number(x + 11, y, mon->level);
  screen_text(x, y + 1, "        ");
  int next = screen_number(x, y + 1, mon->hp);
  next = screen_text(next, y + 1, "/");
  next = screen_number(next, y + 1, mon->maxHp);
  screen_text(next, y + 1, mon->hp ? "     " : " FAINT");
}
static void draw(void) {
  for (int i = 0; i < gPlayerPartyCount; i++) draw_mon(i);
  screen_text(22, 18, gPartyMenu.slot == CANCEL ? ">CANCEL" : " CANCEL");
}
static void draw_all(void) {
  screen_box(0, 0, COLUMNS, ROWS);
  draw();
}
static const char* option_name(int i) {
  static const char* const FIELD[OPTIONS] = {"SUMMARY", "SWITCH", "CANCEL"};
  static const char* const BATTLE[OPTIONS] = {"SHIFT", "SUMMARY", "CANCEL"};
  if (purpose == PARTY_FORCED && i == 0) return "SEND OUT";
  return purpose == PARTY_FIELD ? FIELD[i] : BATTLE[i];
}
static void draw_options(void) {
  screen_box(19, 11, 11, 7);
  for (int i = 0; i < OPTIONS; i++) {
    screen_put(20, 12 + i * 2, INK | (i == option ? '>' : ' '));
    screen_text(21, 12 + i * 2, option_name(i));
  }
}

// ---- what the buttons do
void partymenu_open(int why) {
  purpose = why;
  state = CHOOSE;
  result = -1;
  memset(&gPartyMenu, 0, sizeof gPartyMenu);
  gPartyMenu.layout = in_battle() ? IN_BATTLE : 0;
  if (in_battle()) order_for_battle();
  gMain.callback2 = CB2_PARTY;
  tasks_clear();
  task_start(0, TASK_PARTY);
  draw_all();
}
static int leave(int chosen) {
  result = chosen < 0 ? -1 : in_battle() ? inOrder[chosen] : chosen;
  if (in_battle()) order_back();
  tasks_clear();
  return 1;
}
static void note(const char* a, const char* b) {
  gTasks[0].func = TASK_NOTE;
  text_show(gStringVar4, a, b, 0);
  state = NOTE;
}
static void choose_again(void) {
  state = CHOOSE;
  gTasks[0].func = TASK_PARTY;
  draw_all();
}
static void move_cursor(int pressed) {
  s8* slot = &gPartyMenu.slot;
  int last = gPlayerPartyCount - 1;
  if (pressed & KEY_UP)
    *slot = *slot == 0 ? CANCEL : *slot == CANCEL ? last : *slot - 1;
  else if (pressed & KEY_DOWN)
    *slot = *slot == CANCEL ? 0 : *slot == last ? CANCEL : *slot + 1;
  else if (pressed & KEY_RIGHT && *slot == 0 && last)
    *slot = 1;
  else if (pressed & KEY_LEFT && *slot != CANCEL)
    *slot = 0;
  draw();
}
static int use_item(int slot) {
  Mon* mon = &gPlayerParty[slot];
  if (!mon->hp || mon->hp == mon->maxHp) {
    note("It won't have any effect.", 0);
    return 0;
  }
  return leave(slot);
}
static void exchange_slots(void) {
  if (gPartyMenu.slot != gPartyMenu.slot2) exchange(gPartyMenu.slot, gPartyMenu.slot2);
  gPartyMenu.action = ACTION_NONE;
  draw_all();
}
static int choose_frame(int pressed) {
  int slot = gPartyMenu.slot;
  if (pressed & (KEY_UP | KEY_DOWN | KEY_LEFT | KEY_RIGHT)) {
    move_cursor(pressed);
  } else if (pressed & KEY_B || (pressed & KEY_A && slot == CANCEL)) {
    if (gPartyMenu.action == ACTION_SWITCH) {
      gPartyMenu.action = ACTION_NONE;
      draw_all();
    } else if (purpose != PARTY_FORCED) {
      return leave(-1);
    }
  } else if (pressed & KEY_A) {
    if (gPartyMenu.action == ACTION_SWITCH) {
      exchange_slots();
    } else if (purpose == PARTY_ITEM) {
      return use_item(slot);
    } else {
      option = 0;
      state = SUBMENU;
      gTasks[0].func = TASK_PARTY_SUBMENU;
      draw_options();
    }
  }
  return 0;
}
static int shift(int slot) {
  Mon* mon = &gPlayerParty[slot];
  const char* name = mon_name(mon_get(mon, 'G', 0));
  if (!mon->hp) {
    note(name, " has no energy\nleft to battle!");
    return 0;
  }
  if (slot == 0 && purpose == PARTY_SWITCH) {
    note(name, " is already\nin battle!");
    return 0;
  }
  return leave(slot);
}
static int submenu_frame(int pressed) {
  if (pressed & (KEY_UP | KEY_DOWN)) {
    int to = option + (pressed & KEY_DOWN ? 1 : -1);
    option = to < 0 ? OPTIONS - 1 : to >= OPTIONS ? 0 : to;
    draw_options();
  } else if (pressed & KEY_B || (pressed & KEY_A && option == 2)) {
    choose_again();
  } else if (pressed & KEY_A) {
    if (purpose != PARTY_FIELD && option == 0) return shift(gPartyMenu.slot);
    if (purpose == PARTY_FIELD && option == 1) {
      gPartyMenu.action = ACTION_SWITCH;
      gPartyMenu.slot2 = gPartyMenu.slot;
      choose_again();
    } else {
      note(mon_name(mon_get(&gPlayerParty[gPartyMenu.slot], 'G', 0)), " looks at you\nfull of hope.");
    }
  }
  return 0;
}
// Returns 1 when the screen closes; partymenu_result then tells the chosen slot of the party, or -1.
int partymenu_frame(int pressed) {
  if (state == CHOOSE) return choose_frame(pressed);
  if (state == SUBMENU) return submenu_frame(pressed);
  if (text_update() == TEXT_SHOWN && pressed & (KEY_A | KEY_B)) {
    text_close();
    choose_again();
  }
  return 0;
}
