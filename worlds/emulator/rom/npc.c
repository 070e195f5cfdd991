// Everybody else on the map: walking in bursts, held still by the game during menus, and by an intruder at any time.
#include "game.h"
enum { STEP_FRAMES = 16, PATROL_PAUSE = 24, WANDER_PAUSE = 16, WANDER_MORE = 63, FIRST_PAUSE = 8, HANGS = 8 };
static u8 framesLeft[OBJECTS], hungFor[OBJECTS];
static u16 pause[OBJECTS];
static u8 frozenByGame;

const ObjectTemplate* npc_template(int id) {
  const Events* events = gMapHeader.events;
  int index = gObjectEvents[id].localId - 1;
  return index >= 0 && index < events->objectCount ? &events->objects[index] : 0;
}
int npc_stepping(int id) { return framesLeft[id] != 0; }

void npcs_load(void) {
  const Events* events = gMapHeader.events;
  frozenByGame = 0;
  for (int i = 1; i < OBJECTS; i++) framesLeft[i] = hungFor[i] = pause[i] = 0;
  for (int i = 0; i < events->objectCount; i++) {
    const ObjectTemplate* t = &events->objects[i];
    Object* o = &gObjectEvents[i + 1];
    o->flags = OBJ_ACTIVE;
    o->spriteId = i + 1;
    o->graphicsId = t->graphicsId;
    o->trainerType = t->trainerType;
    o->trainerRange = t->trainerRange;
    o->localId = t->localId;
    o->mapNum = gSaveBlock1Ptr->mapNum;
    o->mapGroup = gSaveBlock1Ptr->mapGroup;
    o->range = t->range;
    npc_place(i + 1, t->x, t->y, t->movementType, FIRST_PAUSE);
  }
}
void npc_place(int id, int x, int y, int movement, int frames) {
  Object* o = &gObjectEvents[id];
  o->flags &= ~(OBJ_SINGLE | OBJ_FROZEN);
  framesLeft[id] = 0;
  pause[id] = frames;
  o->movementType = movement;
  o->initialX = o->x = x + OFFSET;
  o->initialY = o->y = y + OFFSET;
  o->elevation = 0x33;
  o->sequence = 0;
  object_settle(o);
  object_face(o, SOUTH);
}

static int in_range(Object* o, int x, int y) {
  int reachX = o->range & 15, reachY = o->range >> 4;
  return x >= o->initialX - reachX && x <= o->initialX + reachX && y >= o->initialY - reachY && y <= o->initialY + reachY;
}
static int free_tile(int id, int x, int y) {
  Object* o = &gObjectEvents[id];
  u16 entry = grid_at(x, y);
  int level = grid_elevation(entry);
  if (grid_blocked(entry) || (level != 0 && level != 15 && level != (o->elevation & 15))) return 0;
  return in_range(o, x, y) && object_at(x, y, o->elevation & 15, id) < 0;
}
void npc_step(int id, int direction) {
  Object* o = &gObjectEvents[id];
  object_face(o, direction);
  object_shift(o, o->x + dx(direction), o->y + dy(direction));
  o->flags |= OBJ_SINGLE;
  framesLeft[id] = STEP_FRAMES;
}
static void wander(int id) {
  int direction = (random() & 3) + 1;
  Object* o = &gObjectEvents[id];
  object_face(o, direction);
  pause[id] = WANDER_PAUSE + (random() & WANDER_MORE);
  if (free_tile(id, o->x + dx(direction), o->y + dy(direction))) npc_step(id, direction);
}
static void patrol(int id, int there, int back) {
  Object* o = &gObjectEvents[id];
  int direction = o->sequence ? back : there, x = o->x + dx(direction), y = o->y + dy(direction);
  object_face(o, direction);
  pause[id] = PATROL_PAUSE;
  if (!in_range(o, x, y) || (dx(there) ? x < o->initialX : y < o->initialY))
    o->sequence ^= 1;
  else if (free_tile(id, x, y))
    npc_step(id, direction);
}
static void update(int id) {
  Object* o = &gObjectEvents[id];
  if (o->flags & OBJ_FROZEN) {
    if (framesLeft[id] && !frozenByGame && ++hungFor[id] > HANGS) {  // somebody froze it inside a step, and left it so: the game waits for it for ever
      gTest.softlock = 1;
      sLockFieldControls = 1;
    }
    return;
  }
  hungFor[id] = 0;
  if (framesLeft[id]) {
    if (--framesLeft[id]) return;
    o->flags &= ~OBJ_SINGLE;
    object_settle(o);
    return;
  }
  if (frozenByGame) return;
  if (pause[id]) {
    pause[id]--;
  } else if (o->movementType == NPC_WANDER) {
    wander(id);
  } else if (o->movementType == NPC_PATROL_Y) {
    patrol(id, SOUTH, NORTH);
  } else if (o->movementType == NPC_PATROL_X) {
    patrol(id, EAST, WEST);
  }
}
void npcs_update(void) {
  for (int i = 1; i < OBJECTS; i++)
    if (gObjectEvents[i].flags & OBJ_ACTIVE) update(i);
}

// A menu, text or battle holds everybody still but the one who is talked to; that one is moved by the script.
void npcs_freeze(int except) {
  frozenByGame = 1;
  for (int i = 1; i < OBJECTS; i++) {
    Object* o = &gObjectEvents[i];
    if (!(o->flags & OBJ_ACTIVE) || o->flags & OBJ_FROZEN) continue;
    if (!framesLeft[i]) o->flags |= OBJ_PAUSED_BACKUP;
    if (i != except) o->flags |= OBJ_FROZEN;
  }
}
// While a new map fades in nobody starts to walk yet, but nobody is marked as frozen either.
void npcs_hold(void) { frozenByGame = 1; }
// Everybody goes on, also those whom an intruder had frozen.
void npcs_unfreeze(void) {
  frozenByGame = 0;
  for (int i = 1; i < OBJECTS; i++) gObjectEvents[i].flags &= ~(OBJ_FROZEN | OBJ_HELD | OBJ_FINISHED);
}
