// The bag screen: five pockets, a list with a cursor in each, and what can be done with an item.
#include "game.h"
enum { LIST, CONTEXT, NOTE };
enum { VISIBLE = 8, TASK_NOTE = 0x081AB9E1 };
static u8 state, option, inBattle;
static u16 result;
static const char* const POCKET_NAMES[POCKETS] = {"ITEMS", "BALLS", "TMs", "BERRIES", "KEY ITEMS"};

int bag_result(void) { return result; }
static int size(void) {
  int n = 0;
  while (bag_item(gBagPosition.pocket, n)) n++;
  return n;
}
static int position(void) { return gBagPosition.cursor[gBagPosition.pocket] + gBagPosition.scroll[gBagPosition.pocket]; }

// ---- picture
static void draw(void) {
  int pocket = gBagPosition.pocket, scroll = gBagPosition.scroll[pocket], n = size();
  screen_box(0, 0, COLUMNS, ROWS);
  screen_text(2, 1, POCKET_NAMES[pocket]);
  screen_put(1, 1, INK | '<');
  screen_put(12, 1, INK | '>');
  for (int row = 0; row < VISIBLE && row + scroll <= n; row++) {
    int index = row + scroll, y = 3 + row * 2;
    screen_put(1, y, INK | (index == position() ? '>' : ' '));
    screen_text(2, y, index == n ? "CLOSE BAG" : item_name(bag_item(pocket, index)));
    if (index < n) {
      screen_put(18, y, INK | 'x');
      screen_number(19, y, bag_count(pocket, index));
    }
  }
}
static int options(void) { return inBattle ? 2 : 4; }
static const char* option_name(int i) {
  static const char* const FIELD[4] = {"USE", "GIVE", "TOSS", "CANCEL"};
  static const char* const BATTLE[2] = {"USE", "CANCEL"};
  return inBattle ? BATTLE[i] : FIELD[i];
}
static void draw_options(void) {
  screen_box(14, 13, 16, 7);
  screen_text(15, 14, item_name(gSpecialVar_ItemId));
  for (int i = 0; i < options(); i++) {
    int x = 15 + (i & 1) * 7, y = 16 + (i >> 1) * 2;
    screen_put(x, y, INK | (i == option ? '>' : ' '));
    screen_text(x + 1, y, option_name(i));
  }
}

// ---- what the buttons do
static void list_again(void) {
  state = LIST;
  gTasks[0].func = TASK_BAG;
  draw();
}
void bag_open(int battle) {
  inBattle = battle;
  result = 0;
  gBagPosition.location = battle;
  for (int pocket = 0; pocket < POCKETS; pocket++) {
    int n = 0;
    while (bag_item(pocket, n)) n++;
    if (gBagPosition.cursor[pocket] + gBagPosition.scroll[pocket] > n) gBagPosition.cursor[pocket] = gBagPosition.scroll[pocket] = 0;
  }
  gMain.callback2 = CB2_BAG;
  tasks_clear();
  task_start(0, TASK_BAG);
  list_again();
}
static int leave(int item) {
  result = item;
  tasks_clear();
  return 1;
}
static void note(const char* text) {
  gTasks[0].func = TASK_NOTE;
  text_show(gStringVar4, text, 0, 0);
  state = NOTE;
}
static void turn_pocket(int by) {
  int to = gBagPosition.pocket + by;
  gBagPosition.pocket = to < 0 ? POCKETS - 1 : to >= POCKETS ? 0 : to;
  draw();
}
static void move_cursor(int by) {
  u16 *cursor = &gBagPosition.cursor[gBagPosition.pocket], *scroll = &gBagPosition.scroll[gBagPosition.pocket];
  int to = position() + by;
  if (to < 0 || to > size()) return;
  if (by > 0 ? *cursor < VISIBLE - 1 : *cursor > 0)
    *cursor += by;
  else
    *scroll += by;
  draw();
}
static int list_frame(int pressed) {
  if (pressed & KEY_LEFT) turn_pocket(-1);
  else if (pressed & KEY_RIGHT) turn_pocket(1);
  else if (pressed & KEY_UP) move_cursor(-1);
  else if (pressed & KEY_DOWN) move_cursor(1);
  else if (pressed & KEY_B) return leave(0);
  else if (pressed & KEY_A) {
    gSpecialVar_ItemId = bag_item(gBagPosition.pocket, position());
    if (!gSpecialVar_ItemId) return leave(0);
    option = 0;
    state = CONTEXT;
    gTasks[0].func = inBattle ? TASK_ITEM_ROW : TASK_ITEM_ROWS;
    draw_options();
  }
  return 0;
}
static int use(void) {
  int item = gSpecialVar_ItemId, usable = item_heals(item) || (inBattle && gBagPosition.pocket == POCKET_BALLS);
  if (usable) return leave(item);
  note("This is not the time\nto use that!");
  return 0;
}
static int context_frame(int pressed) {
  int to = option;
  if (pressed & (KEY_LEFT | KEY_RIGHT)) to ^= 1;
  if (pressed & (KEY_UP | KEY_DOWN)) to ^= 2;
  if (to != option && to < options()) {
    option = to;
    draw_options();
  } else if (pressed & KEY_B || (pressed & KEY_A && option == options() - 1)) {
    list_again();
  } else if (pressed & KEY_A) {
    if (option == 0) return use();
    note("You'd rather keep it.");
  }
  return 0;
}
// Returns 1 when the screen closes; bag_result then tells the item to use, or 0.
int bag_frame(int pressed) {
  if (state == LIST) return list_frame(pressed);
  if (state == CONTEXT) return context_frame(pressed);
  if (text_update() == TEXT_SHOWN && pressed & (KEY_A | KEY_B)) {
    text_close();
    list_again();
  }
  return 0;
}
