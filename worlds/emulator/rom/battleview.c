// How a battle looks: two monsters, their health, and the menus at the bottom.
#include "game.h"
#include "art.h"
enum { BAR_CELLS = 6, MENU_ROW = 15, SIDE = 4 };

static void draw_bar(int x, int y, int hp, int max) {
  int halves = divide(hp * BAR_CELLS * 2 + max - 1, max);  // rounded up: who stands shows a bar
  for (int i = 0; i < BAR_CELLS; i++)
    screen_put(x + i, y, TILE | (halves >= i * 2 + 2 ? ART_BAR_FULL : halves == i * 2 + 1 ? ART_BAR_HALF : ART_BAR_EMPTY));
}
static void draw_status(int x, int y, int battler) {
  BattleMon* mon = &gBattleMons[battler];
  screen_box(x, y, 14, battler ? 4 : 5);
  screen_text(x + 1, y + 1, mon_name(mon->species));
  screen_text(x + 10, y + 1, "L");
  screen_number(x + 11, y + 1, mon->level);
  screen_text(x + 1, y + 2, "HP");
  draw_bar(x + 4, y + 2, mon->hp, mon->maxHp);
  if (battler) return;
  int next = screen_number(x + 4, y + 3, mon->hp);
  next = screen_text(next, y + 3, "/");
  screen_number(next, y + 3, mon->maxHp);
}
static int portrait_of(int species, int own) {
  return species == 277 && own ? PORTRAIT_BACK : species == 304 || species == 280 ? PORTRAIT_SECOND
         : species == 288      ? PORTRAIT_GRUB : species == 320 ? PORTRAIT_BOULDER : PORTRAIT_MOTH;
}
static void draw_portrait(int x, int y, int battler) {
  int picture = portrait_of(gBattleMons[battler].species, !battler), there = gBattleMons[battler].hp != 0;
  for (int part = 0; part < SIDE * SIDE; part++)
    screen_put(x + (part & 3), y + (part >> 2), there ? PORTRAIT | picture << 4 | part : INK | ' ');
}
void battleview_health(void) {
  draw_status(1, 1, 1);
  draw_status(15, 9, 0);
  draw_portrait(21, 2, 1);
  draw_portrait(4, 10, 0);
}
void battleview_all(void) {
  screen_fill(0, 0, COLUMNS, ROWS, INK | ' ');
  screen_fill(18, 6, 10, 1, TILE | ART_MEADOW);
  screen_fill(1, 14, 11, 1, TILE | ART_MEADOW);
  battleview_health();
  screen_box(0, MENU_ROW, COLUMNS, ROWS - MENU_ROW);
}
static void draw_choice(int i, int cursor, int x, int step, const char* name) {
  int column = x + (i & 1) * step, row = MENU_ROW + 1 + (i >> 1) * 2;
  screen_put(column, row, INK | (i == cursor ? '>' : ' '));
  screen_text(column + 1, row, name);
}
void battleview_actions(void) {
  static const char* const NAMES[4] = {"FIGHT", "BAG", "MONSTER", "RUN"};
  screen_box(0, MENU_ROW, 14, ROWS - MENU_ROW);
  screen_text(1, MENU_ROW + 1, "What will");
  screen_text(screen_text(1, MENU_ROW + 3, mon_name(gBattleMons[0].species)), MENU_ROW + 3, " do?");
  screen_box(14, MENU_ROW, 16, ROWS - MENU_ROW);
  for (int i = 0; i < 4; i++) draw_choice(i, gActionSelectionCursor[0], 15, 8, NAMES[i]);
}
void battleview_moves(void) {
  int cursor = gMoveSelectionCursor[0], move = gBattleMons[0].moves[cursor];
  screen_box(0, MENU_ROW, 22, ROWS - MENU_ROW);
  for (int i = 0; i < 4; i++) draw_choice(i, cursor, 1, 10, gBattleMons[0].moves[i] ? move_name(gBattleMons[0].moves[i]) : "-");
  screen_box(22, MENU_ROW, 8, ROWS - MENU_ROW);
  screen_text(23, MENU_ROW + 1, "PP");
  int next = screen_number(23, MENU_ROW + 3, gBattleMons[0].pp[cursor]);
  next = screen_text(next, MENU_ROW + 3, "/");
  screen_number(next, MENU_ROW + 3, move_pp(move));
}
void battleview_yes_no(void) {
  screen_box(23, 9, 7, 6);
  screen_text(25, 10, "YES");
  screen_text(25, 12, "NO");
  screen_put(24, gMultiUsePlayerCursor ? 12 : 10, INK | '>');
}
