// Text in the game's own character set, typed one letter a frame into the box at the bottom of the screen.
#include "game.h"
enum { NEW_PAGE = 0xFB, NEW_LINE = 0xFE, END = 0xFF, BOX_ROW = 15, FIRST_LINE = 16, LINE_STEP = 2 };
static u8* at;
static u8 column, row, state;

u8 from_ascii(char c) {
  if (c >= 'A' && c <= 'Z') return 0xBB + c - 'A';
  if (c >= 'a' && c <= 'z') return 0xD5 + c - 'a';
  if (c >= '0' && c <= '9') return 0xA1 + c - '0';
  if (c == '!') return 0xAB;
  if (c == '?') return 0xAC;
  if (c == '.') return 0xAD;
  if (c == '-') return 0xAE;
  if (c == '\'') return 0xB4;
  if (c == ',') return 0xB8;
  if (c == '/') return 0xBA;
  if (c == ':') return 0xF0;
  if (c == '\n') return NEW_LINE;
  if (c == '\f') return NEW_PAGE;
  return 0x00;
}
char to_ascii(u8 c) {
  if (c >= 0xBB && c <= 0xD4) return 'A' + c - 0xBB;
  if (c >= 0xD5 && c <= 0xEE) return 'a' + c - 0xD5;
  if (c >= 0xA1 && c <= 0xAA) return '0' + c - 0xA1;
  if (c == 0xAB) return '!';
  if (c == 0xAC) return '?';
  if (c == 0xAD) return '.';
  if (c == 0xAE) return '-';
  if (c == 0xB4) return '\'';
  if (c == 0xB8) return ',';
  if (c == 0xBA) return '/';
  if (c == 0xF0) return ':';
  return ' ';
}
static void set_state(int value) {
  state = value;
  sTextPrinters[0].active = value == TEXT_TYPING || value == TEXT_AT_PAGE;
  sTextPrinters[0].state = value == TEXT_AT_PAGE ? PRINTER_WAITS : PRINTER_TYPING;
}
static void new_page(void) {
  screen_box(0, BOX_ROW, COLUMNS, ROWS - BOX_ROW);
  column = 1;
  row = FIRST_LINE;
  set_state(TEXT_TYPING);
}
// Shows up to three pieces as one text; a form feed in it waits for a button and clears the box.
void text_show(u8* buffer, const char* a, const char* b, const char* c) {
  u8* to = buffer;
  const char* pieces[3] = {a, b, c};
  for (int i = 0; i < 3; i++)
    for (const char* from = pieces[i]; from && *from; from++) *to++ = from_ascii(*from);
  *to = END;
  at = buffer;
  new_page();
}
int text_update(void) {
  if (state == TEXT_AT_PAGE) {
    if (gMain.newKeys & (KEY_A | KEY_B)) new_page();
    return state;
  }
  if (state != TEXT_TYPING) return state;
  sTextPrinters[0].at = (u32)at;
  u8 character = *at;
  if (character == END) {
    set_state(TEXT_SHOWN);
  } else {
    at++;
    if (character == NEW_PAGE) {
      screen_put(28, 17, INK | '>');
      set_state(TEXT_AT_PAGE);
    } else if (character == NEW_LINE) {
      column = 1;
      row += LINE_STEP;
    } else {
      screen_put(column++, row, INK | to_ascii(character));
    }
  }
  return state;
}
void text_close(void) { set_state(TEXT_NONE); }
