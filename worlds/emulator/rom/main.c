// Start, the frame loop, and the few helpers that everything uses.
#include "game.h"
#define DISPCNT (*(volatile u16*)0x04000000)
#define VCOUNT (*(volatile u16*)0x04000006)
#define KEYINPUT (*(volatile u16*)0x04000130)
#define BARRIER() __asm__ volatile("" ::: "memory")
enum { MODE_3_WITH_BACKGROUND_2 = 0x0403, FIRST_BLANK_LINE = 160, ALL_KEYS = 0x3FF };
enum { WORK_RAM = 0x02020000, WORK_RAM_END = 0x0203F300, PIECE = 0x1F30, FAST_RAM = 0x03000000, FAST_RAM_END = 0x03006200 };

// The memory that the game and its tests use, cleared in small pieces so that each fits a frame.
static void clear(u32 from, u32 to) {
  for (u32* word = (u32*)from; word < (u32*)to; word += 4) word[0] = word[1] = word[2] = word[3] = 0;
}
static void wait_for_blank(void) {
  while (VCOUNT >= FIRST_BLANK_LINE) {}
  while (VCOUNT < FIRST_BLANK_LINE) {}
  BARRIER();
}
static void boot(void) {
  DISPCNT = MODE_3_WITH_BACKGROUND_2;
  for (u32 at = WORK_RAM; at < WORK_RAM_END; at += PIECE) {
    wait_for_blank();
    clear(at, at + PIECE);
  }
  wait_for_blank();
  clear(FAST_RAM, FAST_RAM_END);
}

u32 random(void) {
  gRngValue = gRngValue * 1103515245 + 24691;
  return gRngValue >> 16;
}
u32 divide(u32 number, u32 by) {
  u32 result = 0;
  for (int bit = 31; bit >= 0; bit--)
    if ((number >> bit) >= by) {
      number -= by << bit;
      result |= 1u << bit;
    }
  return result;
}
void* memcpy(void* to, const void* from, unsigned n) {
  u8* t = to;
  const u8* f = from;
  while (n--) *t++ = *f++;
  return to;
}
void* memset(void* to, int byte, unsigned n) {
  u8* t = to;
  while (n--) *t++ = byte;
  return to;
}

void tasks_clear(void) {
  for (int i = 0; i < 16; i++) gTasks[i].active = 0;
}
Task* task_start(int slot, u32 func) {
  Task* task = &gTasks[slot];
  memset(task, 0, sizeof *task);
  task->func = func;
  task->active = 1;
  task->previous = 0xFE;
  task->next = 0xFF;
  return task;
}
int flag_get(int flag) { return gSaveBlock1Ptr->flags[flag >> 3] >> (flag & 7) & 1; }
void flag_set(int flag, int on) {
  u8* byte = &gSaveBlock1Ptr->flags[flag >> 3];
  *byte = on ? *byte | 1 << (flag & 7) : *byte & ~(1 << (flag & 7));
}

static void screen_frame(int pressed) {
  u32 screen = gMain.callback2;
  if (!(screen == CB2_PARTY ? partymenu_frame(pressed) : bag_frame(pressed))) return;
  if (gMain.inBattle & 2)
    gMain.callback2 = CB2_BATTLE;
  else
    field_return(screen);
}
static void frame(int held, int pressed) {
  gMain.heldKeysRaw = gMain.heldKeys = held;
  gMain.newKeysRaw = gMain.newKeys = pressed;
  test_frame(held, pressed);
  if (gMain.callback2 == CB2_PARTY || gMain.callback2 == CB2_BAG)
    screen_frame(pressed);
  else if (gMain.inBattle & 2) {
    if (battle_frame(pressed)) field_return(CB2_BATTLE);
  } else {
    field_frame(held, pressed);
  }
  screen_draw();
}
int main(void) {
  boot();
  field_start();
  for (int previous = 0;;) {
    wait_for_blank();
    int held = ~KEYINPUT & ALL_KEYS;
    frame(held, held & ~previous);
    previous = held;
  }
}
