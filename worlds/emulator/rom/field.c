// Walking about: what a button or a step starts, and the scripts that take the controls away until they end.
#include "game.h"
#include "art.h"
enum State {
  FREE, TALK_WAIT, MESSAGE, YES_NO, SURF_ON, SURF_OFF, MENU, TO_SCREEN, FADE_OUT, LOADING, FADE_IN, DOOR_IN, DOOR_OUT,
  SPOTTED, APPROACH, BATTLE_SOON, IN_BATTLE, IN_SCREEN, BOOT
};
enum { FADE_FRAMES = 16, LOAD_FRAMES = 12, BATTLE_FRAMES = 24, SPOT_FRAMES = 30, DOOR_FRAMES = 16, SCREEN_FRAMES = 8, FADING = 0x80 };
enum { TEXT_ROW = 15, MENU_ROWS = 3, ENCOUNTER_MASK = 7 };
enum { TASK_SLOT = 0, MESSAGE_SLOT = 1 };
static u8 state, timer, afterMessage, talkTo, trainer, battleTrainer, healing;
static struct { u8 map, facing, block; s8 warpId; s16 x, y; } target;
static const char* const MENU_NAMES[MENU_ROWS] = {"MONSTERS", "BAG", "EXIT"};

// ---- beginning and ending what takes the controls away
static void go(int next, int frames) {
  state = next;
  timer = frames;
}
static void lock(int except) {
  if (!sLockFieldControls) npcs_freeze(except);
  sLockFieldControls = 1;
  sGlobalScriptContextStatus = SCRIPT_WAITS;
}
static void release(void) {
  tasks_clear();
  npcs_unfreeze();
  sLockFieldControls = 0;
  sGlobalScriptContextStatus = SCRIPT_STOPPED;
  go(FREE, 0);
}
static void fade(int on) { gPaletteFade.flags = on ? gPaletteFade.flags | FADING : gPaletteFade.flags & ~FADING; }
static int covered_from(void) { return state == MENU || state == YES_NO ? 0 : sFieldMessageBoxMode ? TEXT_ROW : ROWS; }

void field_start(void) {
  world_move_save_blocks();
  party_new();
  bag_new();
  gMain.callback2 = CB2_BOOT;
  sGlobalScriptContextStatus = SCRIPT_STOPPED;
  player_mode(AVATAR_FOOT);
  target.map = MAP_ROOM;
  target.x = 2;
  target.y = 4;
  target.facing = SOUTH;
  sLockFieldControls = 1;
  go(BOOT, 2);
}
int field_idle(void) { return gMain.callback2 == CB2_OVERWORLD && state == FREE && !player_busy(); }

static void message_then(const char* text, int after) {
  sFieldMessageBoxMode = 2;
  afterMessage = after;
  task_start(MESSAGE_SLOT, TASK_MESSAGE);
  text_show(gStringVar4, text, 0, 0);
  go(MESSAGE, 0);
}
void field_message(const char* text) {
  lock(0);
  message_then(text, FREE);
}
static void close_message(void) {
  text_close();
  sFieldMessageBoxMode = 0;
  world_draw();
}

// ---- warps
static void begin_warp(u32 task, int facing) {
  lock(0);
  target.facing = facing;
  gLastUsedWarp = (WarpData){gSaveBlock1Ptr->mapGroup, gSaveBlock1Ptr->mapNum, -1, 0, PLAYER->x - OFFSET, PLAYER->y - OFFSET};
  sWarpDestination = (WarpData){MAP_TABLE[target.map].group, MAP_TABLE[target.map].num, target.warpId, 0, target.x, target.y};
  task_start(TASK_SLOT, task);
  gTest.warps++;
}
static void fade_out(void) {
  task_start(TASK_SLOT, TASK_WARP);
  fade(1);
  go(FADE_OUT, FADE_FRAMES);
}
void field_warp(int map, int x, int y, int facing) {
  target.map = map;
  target.x = x;
  target.y = y;
  target.warpId = -1;
  begin_warp(TASK_WARP, facing);
  fade_out();
}
static const Warp* warp_at(int x, int y) {
  const Events* events = gMapHeader.events;
  for (int i = 0; i < events->warpCount; i++)
    if (events->warps[i].x == x - OFFSET && events->warps[i].y == y - OFFSET) return &events->warps[i];
  return 0;
}
static int use_warp(const Warp* warp, int facing) {
  if (!warp) return 0;
  target.map = map_find(warp->mapGroup, warp->mapNum);
  target.warpId = warp->warpId;
  const Warp* there = &MAP_TABLE[target.map].header->events->warps[warp->warpId];
  target.x = there->x;
  target.y = there->y;
  begin_warp(TASK_WARP, facing);
  return 1;
}
// Arriving on a door or a mat of a cave's mouth one walks out of it; on an arrow one turns away from it.
static void arrive(void) {
  gMain.callback2 = CB2_OVERWORLD;
  world_draw_later();
  task_start(TASK_SLOT, TASK_WARP);
  fade(1);
  go(FADE_IN, FADE_FRAMES);
}
static void load_frame(void) {
  if (timer == 2) world_move_save_blocks();  // late: by now nothing of the old picture is left to draw
  if (timer == 1) {
    if (!(gMapHeader.allow & ALLOW_CYCLING) || !(MAP_TABLE[target.map].header->allow & ALLOW_CYCLING)) player_mode(AVATAR_FOOT);
    world_enter(target.map, target.x, target.y, target.facing);
    gSaveBlock1Ptr->warpId = target.warpId;
    npcs_hold();
  }
  if (!timer) arrive();
}
static void faded_in(void) {
  fade(0);
  int behaviour = PLAYER->behaviour;
  if (behaviour == MB_DOOR || behaviour == MB_MAT) {
    task_start(TASK_SLOT, TASK_EXIT_DOOR);
    player_walk(SOUTH, DOOR_FRAMES);
    go(DOOR_OUT, 0);
  } else {
    if (behaviour == MB_ARROW_SOUTH) object_face(PLAYER, NORTH);
    release();
  }
}

// ---- battles
void field_battle(int isTrainer) {
  lock(0);
  battleTrainer = isTrainer;
  go(BATTLE_SOON, BATTLE_FRAMES);
}
void field_blackout(void) {
  party_heal();
  money_set(money_get() >> 1);
  player_mode(AVATAR_FOOT);
  target.map = MAP_ROOM;
  target.x = 2;
  target.y = 4;
  target.warpId = -1;
  target.facing = SOUTH;
  gMain.callback2 = CB2_LOAD_MAP;
  fade(1);
  go(LOADING, LOAD_FRAMES);
}
static int sees_player(int id) {
  Object* o = &gObjectEvents[id];
  int facing = o->facing & 15, x = o->x, y = o->y;
  if (!(o->flags & OBJ_ACTIVE) || !o->trainerType || flag_get(FLAG_TRAINER) || npc_stepping(id)) return 0;
  for (int i = 1; i <= o->trainerRange; i++) {
    x += dx(facing);
    y += dy(facing);
    if (grid_blocked(grid_at(x, y))) return 0;
    if (PLAYER->x == x && PLAYER->y == y) return i;
  }
  return 0;
}
static int spotted(void) {
  for (int i = 1; i < OBJECTS; i++)
    if (sees_player(i)) {
      lock(i);
      trainer = i;
      go(SPOTTED, SPOT_FRAMES);
      return 1;
    }
  return 0;
}
static void approach(void) {
  if (npc_stepping(trainer)) return;
  Object* o = &gObjectEvents[trainer];
  int facing = o->facing & 15;
  if (o->x + dx(facing) == PLAYER->x && o->y + dy(facing) == PLAYER->y) {
    object_face(PLAYER, opposite(facing));
    message_then("Halt! Nobody goes past me\nwithout a fight.", BATTLE_SOON);
  } else {
    npc_step(trainer, facing);
  }
}

// ---- talking
static void talk(int id) {
  lock(id);
  talkTo = id;
  go(TALK_WAIT, 0);
}
static void talk_frame(void) {
  if (npc_stepping(talkTo)) return;
  Object* o = &gObjectEvents[talkTo];
  o->flags |= OBJ_HELD | OBJ_FINISHED;
  object_face(o, opposite(PLAYER->facing & 15));
  const ObjectTemplate* t = npc_template(talkTo);
  if (o->trainerType && !flag_get(FLAG_TRAINER)) {
    trainer = talkTo;
    message_then("You dare to speak to me?\nShow what you can do!", BATTLE_SOON);
  } else {
    message_then(t ? t->script : "...", FREE);
  }
}
static int interact(void) {
  Object* p = PLAYER;
  int facing = p->facing & 15, x = p->x + dx(facing), y = p->y + dy(facing);
  int id = object_at(x, y, p->elevation & 15, gPlayerAvatar.objectId);
  if (id >= 0) {
    talk(id);
    return 1;
  }
  const Events* events = gMapHeader.events;
  for (int i = 0; i < events->signCount; i++)
    if (events->signs[i].x == x - OFFSET && events->signs[i].y == y - OFFSET) {
      field_message(events->signs[i].text);
      return 1;
    }
  int dry = !(gPlayerAvatar.flags & AVATAR_SURF) && (p->elevation & 15) == 3;
  if (dry && behaviour_at(x, y) == MB_WATER && grid_elevation(grid_at(x, y)) == 1) {
    lock(0);
    message_then("The water is calm and clear.\nDo you want to SURF?", YES_NO);
    return 1;
  }
  return 0;
}

// ---- the menu
static void draw_menu(void) {
  screen_box(18, 0, 12, 8);
  for (int i = 0; i < MENU_ROWS; i++) {
    screen_put(19, 1 + i * 2, INK | (i == sStartMenuCursorPos ? '>' : ' '));
    screen_text(20, 1 + i * 2, MENU_NAMES[i]);
  }
}
static void open_menu(void) {
  lock(0);
  task_start(TASK_SLOT, TASK_START_MENU);
  draw_menu();
  go(MENU, 0);
}
static void menu_frame(int pressed) {
  if (pressed & (KEY_UP | KEY_DOWN)) {
    int to = sStartMenuCursorPos + (pressed & KEY_DOWN ? 1 : -1);
    sStartMenuCursorPos = to < 0 ? MENU_ROWS - 1 : to >= MENU_ROWS ? 0 : to;
    draw_menu();
  } else if (pressed & (KEY_B | KEY_START) || (pressed & KEY_A && sStartMenuCursorPos == 2)) {
    release();
    world_draw();
  } else if (pressed & KEY_A) {
    tasks_clear();
    fade(1);
    go(TO_SCREEN, SCREEN_FRAMES);
  }
}
static void open_screen(void) {
  fade(0);
  go(IN_SCREEN, 0);
  if (sStartMenuCursorPos)
    bag_open(0);
  else
    partymenu_open(PARTY_FIELD);
}
// An item that heals was picked in the bag: the party screen asks for whom, and the bag opens again.
static void heal(int slot) {
  Mon* mon = &gPlayerParty[slot];
  int hp = mon->hp + item_heals(healing);
  mon->hp = hp > mon->maxHp ? mon->maxHp : hp;
  bag_use(healing);
}
static int item_flow(int from) {
  if (from == CB2_BAG && bag_result()) {
    healing = bag_result();
    partymenu_open(PARTY_ITEM);
    return 1;
  }
  if (from == CB2_PARTY && healing) {
    if (partymenu_result() >= 0) heal(partymenu_result());
    healing = 0;
    bag_open(0);
    return 1;
  }
  return 0;
}
// Back from the bag, the party or a battle.
void field_return(int from) {
  if (item_flow(from)) return;
  gMain.callback2 = CB2_OVERWORLD;
  if (from == CB2_BATTLE && gBattleOutcome == OUTCOME_LOST) {
    field_blackout();
    return;
  }
  if (from == CB2_BATTLE) {
    arrive();
  } else {
    world_draw();
    open_menu();
  }
}

// ---- what a frame without script brings
static void mount_bike(void) {
  if (gSaveBlock1Ptr->registeredItem == 0 || gPlayerAvatar.flags & AVATAR_SURF) return;
  if (!(gMapHeader.allow & ALLOW_CYCLING))
    field_message("There is no room for a bike\nin here.");
  else
    player_mode(gPlayerAvatar.flags & AVATAR_MACH ? AVATAR_FOOT : AVATAR_MACH);
}
static int took_step(void) {
  Object* p = PLAYER;
  if ((grid_at(p->x, p->y) & 0x3FF) == ART_GOAL) {
    gTest.goal = 1;
    flag_set(FLAG_GOAL, 1);
  }
  int behaviour = p->behaviour;
  if (behaviour == MB_CRACKED && !(gPlayerAvatar.flags & AVATAR_MACH && gPlayerAvatar.bikeFrames == 2)) {
    field_warp(MAP_CAVE, 3, 11, p->facing & 15);
    return 1;
  }
  if ((behaviour == MB_MAT || behaviour == MB_LADDER) && use_warp(warp_at(p->x, p->y), p->facing & 15)) {
    fade_out();
    return 1;
  }
  if (gPlayerAvatar.flags & AVATAR_FORCED) return 0;
  int grass = behaviour == MB_LONG_GRASS || (behaviour == MB_TALL_GRASS && (gTest.encounterRule == RULE_ALWAYS || !(random() & ENCOUNTER_MASK)));
  if (grass && gTest.encounterRule != RULE_NEVER && party_able()) {
    field_battle(0);
    return 1;
  }
  return 0;
}
static int held_direction(int direction) {
  Object* p = PLAYER;
  if (!direction || direction != (p->facing & 15)) return 0;
  int arrow = p->behaviour - MB_ARROW_EAST;
  static const u8 ARROWS[4] = {EAST, WEST, NORTH, SOUTH};
  if (arrow >= 0 && arrow < 4 && ARROWS[arrow] == direction && use_warp(warp_at(p->x, p->y), direction)) {
    fade_out();
    return 1;
  }
  if (direction == NORTH && behaviour_at(p->x, p->y - 1) == MB_DOOR && use_warp(warp_at(p->x, p->y - 1), NORTH)) {
    task_start(TASK_SLOT, TASK_DOOR);
    player_walk(NORTH, DOOR_FRAMES);
    go(DOOR_IN, 0);
    return 1;
  }
  return 0;
}
static int input(int held, int pressed) {
  int tile = gPlayerAvatar.tile;
  if (tile == TILE_BETWEEN) return 0;
  if (tile == TILE_CENTRE && (spotted() || took_step())) return 1;
  if (gPlayerAvatar.flags & AVATAR_FORCED && tile == TILE_CENTRE) return 0;
  if (held_direction(player_direction(held))) return 1;
  if (pressed & KEY_A && interact()) return 1;
  if (pressed & KEY_START) {
    open_menu();
    return 1;
  }
  if (pressed & KEY_SELECT) mount_bike();
  return sLockFieldControls;
}
void field_land(void) {
  lock(0);
  player_mode(AVATAR_FOOT);
  player_walk(PLAYER->facing & 15, DOOR_FRAMES);
  go(SURF_OFF, 0);
}
static void yes_no_frame(int pressed) {
  if (pressed & (KEY_UP | KEY_DOWN)) gMultiUsePlayerCursor ^= 1;
  screen_box(23, 9, 7, 6);
  screen_text(25, 10, "YES");
  screen_text(25, 12, "NO");
  screen_put(24, gMultiUsePlayerCursor ? 12 : 10, INK | '>');
  if (!(pressed & (KEY_A | KEY_B))) return;
  int yes = pressed & KEY_A && !gMultiUsePlayerCursor;
  close_message();
  if (!yes) {
    release();
    return;
  }
  player_mode(AVATAR_SURF);
  player_walk(PLAYER->facing & 15, DOOR_FRAMES);
  go(SURF_ON, 0);
}
static void message_frame(int pressed) {
  if (text_update() != TEXT_SHOWN) return;
  gTasks[MESSAGE_SLOT].active = 0;
  if (afterMessage == YES_NO) {
    gMultiUsePlayerCursor = 0;
    task_start(MESSAGE_SLOT, TASK_YES_NO);
    go(YES_NO, 0);
  } else if (pressed & (KEY_A | KEY_B)) {
    close_message();
    if (afterMessage == BATTLE_SOON)
      field_battle(1);
    else
      release();
  }
}
static void script(int pressed) {
  if (timer) timer--;
  switch (state) {
    case BOOT: if (!timer) { world_enter(target.map, target.x, target.y, target.facing); npcs_hold(); arrive(); } break;
    case TALK_WAIT: talk_frame(); break;
    case MESSAGE: message_frame(pressed); break;
    case YES_NO: yes_no_frame(pressed); break;
    case SURF_ON:
    case SURF_OFF:
    case DOOR_OUT: if (!player_busy()) release(); break;
    case MENU: menu_frame(pressed); break;
    case TO_SCREEN: if (!timer) open_screen(); break;
    case DOOR_IN: if (!player_busy()) fade_out(); break;
    case FADE_OUT:
      if (timer) break;
      gMain.callback2 = CB2_LOAD_MAP;
      go(LOADING, LOAD_FRAMES);
      break;
    case LOADING: load_frame(); break;
    case FADE_IN: if (!timer) faded_in(); break;
    case SPOTTED: if (!timer) go(APPROACH, 0); break;
    case APPROACH: approach(); break;
    case BATTLE_SOON: if (!timer) { go(IN_BATTLE, 0); tasks_clear(); battle_begin(battleTrainer); } break;
    default: break;
  }
}
void field_frame(int held, int pressed) {
  if (gMain.callback2 == CB2_OVERWORLD) player_update();
  if (state != FREE)
    script(pressed);
  else if (!sLockFieldControls && !input(held, pressed))
    player_step(held);
  if (gMain.callback2 != CB2_OVERWORLD || gMain.inBattle & 2) return;
  npcs_update();
  world_draw_objects(covered_from());
}
