// The picture: cells of 8 x 8 pixels in video mode 3, drawn only where they changed, a bounded number in each frame.
#include "game.h"
#include "art.h"
enum { CELLS = COLUMNS * ROWS, CELLS_IN_A_FRAME = 20, WIDTH = 240 };
#define VRAM ((volatile u16*)0x06000000)
static u16 wanted[CELLS];
static u8 dirty[CELLS] __attribute__((aligned(4)));
static int next;

static void put(int at, int cell) {
  if (wanted[at] == cell) return;
  wanted[at] = cell;
  dirty[at] = 1;
}
void screen_put(int x, int y, int cell) {
  if ((unsigned)x < COLUMNS && (unsigned)y < ROWS) put(y * COLUMNS + x, cell);
}
// A rectangle that lies on the screen.
void screen_fill(int x, int y, int width, int height, int cell) {
  for (int row = y * COLUMNS + x; height--; row += COLUMNS)
    for (int at = row; at < row + width; at++) put(at, cell);
}
void screen_row(int x, int y, const u16* cells, int count) {
  for (int at = y * COLUMNS + x; count--; at++) put(at, *cells++);
}
void screen_box(int x, int y, int width, int height) {
  screen_fill(x, y, width, 1, TILE | ART_BOX_TOP);
  screen_fill(x, y + height - 1, width, 1, TILE | ART_BOX_BOTTOM);
  screen_fill(x, y + 1, 1, height - 2, TILE | ART_BOX_LEFT);
  screen_fill(x + width - 1, y + 1, 1, height - 2, TILE | ART_BOX_RIGHT);
  screen_fill(x + 1, y + 1, width - 2, height - 2, INK | ' ');
}
int screen_text(int x, int y, const char* ascii) {
  while (*ascii) screen_put(x++, y, INK | *ascii++);
  return x;
}
int screen_number(int x, int y, u32 number) {
  char digits[11];
  int at = 10;
  digits[at] = 0;
  do {
    u32 tenth = divide(number, 10);
    digits[--at] = '0' + (number - tenth * 10);
    number = tenth;
  } while (number);
  return screen_text(x, y, digits + at);
}
void screen_name(int x, int y, const u8* text) {
  for (int i = 0; i < 10 && text[i] != 0xFF; i++) screen_put(x + i, y, INK | to_ascii(text[i]));
}

// A letter: five columns of seven pixels, the lowest bit on top. Pixels go out in pairs, the left one low.
static void draw_letter(volatile u16* at, int character, u32 ink, u32 paper) {
  const u8* columns = character >= ' ' && character <= 'z' ? FONT[character - ' '] : FONT[0];
  volatile u32* to = (volatile u32*)at;
  u32 a = columns[0], b = columns[1], c = columns[2], d = columns[3], e = columns[4];
  for (int y = 0; y < 8; y++, to += WIDTH / 2, a >>= 1, b >>= 1, c >>= 1, d >>= 1, e >>= 1) {
    to[0] = paper | (a & 1 ? ink : paper) << 16;
    to[1] = (b & 1 ? ink : paper) | (c & 1 ? ink : paper) << 16;
    to[2] = (d & 1 ? ink : paper) | (e & 1 ? ink : paper) << 16;
    to[3] = paper | paper << 16;
  }
}
static void draw_tile(volatile u16* at, int tile) {
  const char* art = ART[tile];
  volatile u32* to = (volatile u32*)at;
  for (int y = 0; y < 8; y++, to += WIDTH / 2)
    for (int pair = 0; pair < 4; pair++, art += 2) to[pair] = COLOURS[art[0] - '.'] | COLOURS[art[1] - '.'] << 16;
}
// A person: two bits of facing, two of what they ride, two of the shirt's colour; a dot lets the ground through.
static void draw_person(volatile u16* to, int person) {
  static const u16 SHIRTS[4] = {RED, BLUE, PURPLE, ORANGE};
  const char* body = PEOPLE[person & 3];
  const char* ride = RIDES[person >> 2 & 3];
  u16 shirt = SHIRTS[person >> 4 & 3];
  for (int y = 0; y < 8; y++, to += WIDTH)
    for (int x = 0; x < 8; x++) {
      char over = ride[y * 8 + x], pixel = over != '.' ? over : body[y * 8 + x];
      if (pixel != '.') to[x] = pixel == 'S' ? shirt : COLOURS[pixel - '.'];
    }
}
// A portrait is 8 x 8 big pixels over 4 x 4 cells: one cell shows 2 x 2 of them.
static void draw_portrait(volatile u16* to, int portrait, int part) {
  const char* art = PORTRAITS[portrait] + (part >> 2) * 16 + (part & 3) * 2;
  for (int y = 0; y < 8; y++, to += WIDTH)
    for (int x = 0; x < 8; x++) {
      char pixel = art[(y >> 2) * 8 + (x >> 2)];
      to[x] = pixel == '.' ? WHITE : COLOURS[pixel - '.'];
    }
}
static void draw_cell(int at) {
  int row = 0, column = at;
  while (column >= COLUMNS) column -= COLUMNS, row++;
  volatile u16* to = VRAM + row * 8 * WIDTH + column * 8;
  int cell = wanted[at];
  if (cell & PORTRAIT) {
    draw_portrait(to, cell >> 4 & 0xFF, cell & 15);
  } else if (cell & SPRITE) {
    draw_tile(to, cell & 0xFF);
    draw_person(to, cell >> 8 & 63);
  } else if (cell & TILE) {
    draw_tile(to, cell & 0xFF);
  } else {
    draw_letter(to, cell & 0xFF, cell & PAPER ? WHITE : BLACK, cell & PAPER ? BLACK : WHITE);
  }
  dirty[at] = 0;
}
void screen_draw(void) {
  int drawn = 0;
  for (int seen = 0; seen < CELLS && drawn < CELLS_IN_A_FRAME;) {
    if (next >= CELLS) next = 0;
    if (!(next & 3) && !*(u32*)&dirty[next]) {
      next += 4;
      seen += 4;
      continue;
    }
    if (dirty[next]) {
      draw_cell(next);
      drawn++;
    }
    next++;
    seen++;
  }
}
