// The player's steps: what blocks them, how many frames they take, and how the bike, the mount and forced tiles differ.
#include "game.h"
enum { TURN_FRAMES = 8, WALK_FRAMES = 16, FAST_FRAMES = 8, MACH_FRAMES = 4, JUMP_FRAMES = 32, BUMP_FRAMES = 32 };
enum { FREE, BLOCKED, LEDGE, LANDING };
enum { NOTHING, STAND, BUMP, STEP };
enum { ACTION_FACE = 0, ACTION_WALK = 8, ACTION_JUMP = 12, ACTION_FAST = 21, ACTION_BUMP = 25, ACTION_FASTER = 45, ACTION_RUN = 53 };
static u8 doing, framesLeft;

int player_busy(void) { return framesLeft != 0; }
int player_direction(int held) {
  return held & KEY_UP ? NORTH : held & KEY_DOWN ? SOUTH : held & KEY_LEFT ? WEST : held & KEY_RIGHT ? EAST : 0;
}
void player_sync(void) {
  gSaveBlock1Ptr->x = PLAYER->x - OFFSET;
  gSaveBlock1Ptr->y = PLAYER->y - OFFSET;
}
void player_place(int x, int y, int facing) {
  gPlayerAvatar.objectId = 0;
  Object* p = PLAYER;
  p->flags = OBJ_ACTIVE | OBJ_HELD | OBJ_FINISHED | OBJ_CAMERA | OBJ_PLAYER;
  p->localId = 0xFF;
  p->mapNum = gSaveBlock1Ptr->mapNum;
  p->mapGroup = gSaveBlock1Ptr->mapGroup;
  p->x = x + OFFSET;
  p->y = y + OFFSET;
  int elevation = grid_elevation(grid_at(p->x, p->y));
  p->elevation = elevation == 15 ? 0x33 : elevation * 0x11;
  object_settle(p);
  object_face(p, facing);
  gPlayerAvatar.running = STANDING;
  gPlayerAvatar.tile = TILE_NONE;
  gPlayerAvatar.bikeSpeed = gPlayerAvatar.bikeFrames = 0;
  doing = framesLeft = 0;
  player_sync();
}
void player_mode(int flags) {
  gPlayerAvatar.flags = AVATAR_CONTROLLABLE | flags;
  gPlayerAvatar.bikeSpeed = gPlayerAvatar.bikeFrames = 0;
}

static void begin(int what, int frames, int action) {
  Object* p = PLAYER;
  doing = what;
  framesLeft = frames;
  p->flags = (p->flags | OBJ_HELD) & ~OBJ_FINISHED;
  p->action = action + (p->facing & 15) - 1;
}
static void end(void) {
  Object* p = PLAYER;
  framesLeft = 0;
  p->flags |= OBJ_FINISHED;
  if (doing == STEP) {
    object_settle(p);
    gPlayerAvatar.tile = TILE_CENTRE;
    gTest.steps++;
  }
  doing = NOTHING;
}
void player_update(void) {
  gPlayerAvatar.tile = TILE_NONE;
  if (!framesLeft) return;
  if (--framesLeft == 0)
    end();
  else if (doing == STEP)
    gPlayerAvatar.tile = TILE_BETWEEN;
}

static int can_land(u16 entry, int x, int y) {
  return gPlayerAvatar.flags & AVATAR_SURF && !grid_blocked(entry) && grid_elevation(entry) == 3 && object_at(x, y, 3, 0) < 0;
}
static int collision(int direction) {
  Object* p = PLAYER;
  int x = p->x + dx(direction), y = p->y + dy(direction), behaviour = behaviour_at(x, y), elevation = p->elevation & 15;
  u16 entry = grid_at(x, y);
  int level = grid_elevation(entry);
  static const u8 JUMPS[5] = {0, MB_JUMP_SOUTH, MB_JUMP_NORTH, MB_JUMP_WEST, MB_JUMP_EAST};
  if (behaviour == JUMPS[direction]) return LEDGE;
  if (grid_blocked(entry)) return BLOCKED;
  if (leaving_blocked(p->behaviour, direction) || leaving_blocked(behaviour, opposite(direction))) return BLOCKED;
  if (elevation && level && level != 15 && level != elevation) return can_land(entry, x, y) ? LANDING : BLOCKED;
  return object_at(x, y, elevation, gPlayerAvatar.objectId) >= 0 ? BLOCKED : FREE;
}
// One tile in a direction, whatever lies there; also for doors and for getting on and off the mount.
void player_walk(int direction, int frames) {
  Object* p = PLAYER;
  object_face(p, direction);
  object_shift(p, p->x + dx(direction), p->y + dy(direction));
  int action = frames == WALK_FRAMES ? ACTION_WALK : frames == MACH_FRAMES ? ACTION_FASTER : ACTION_FAST;
  begin(STEP, frames, gPlayerAvatar.flags & AVATAR_DASH ? ACTION_RUN : action);
  world_cross();
  player_sync();
}
static void jump(int direction) {
  Object* p = PLAYER;
  object_face(p, direction);
  object_shift(p, p->x + 2 * dx(direction), p->y + 2 * dy(direction));
  begin(STEP, JUMP_FRAMES, ACTION_JUMP);
  player_sync();
}
static void bump(int direction) {
  object_face(PLAYER, direction);
  begin(BUMP, BUMP_FRAMES, ACTION_BUMP);
  gTest.bumps++;
}
static void turn(int direction) {
  object_face(PLAYER, direction);
  gPlayerAvatar.running = TURNING;
  begin(STAND, TURN_FRAMES, ACTION_FACE);
}
// Returns whether the step was taken.
static int move(int direction, int frames) {
  switch (collision(direction)) {
    case FREE: player_walk(direction, frames); return 1;
    case LEDGE: jump(direction); return 1;
    case LANDING: object_face(PLAYER, direction); field_land(); return 1;
    default: bump(direction); return 0;
  }
}

// Ice carries on in the direction one came, a slide in its own; both stop at what blocks.
static int forced(void) {
  Object* p = PLAYER;
  int behaviour = p->behaviour;
  int direction = behaviour == MB_ICE           ? p->facing & 15
                  : behaviour == MB_SLIDE_EAST  ? EAST
                  : behaviour == MB_SLIDE_WEST  ? WEST
                  : behaviour == MB_SLIDE_NORTH ? NORTH
                  : behaviour == MB_SLIDE_SOUTH ? SOUTH
                                                : 0;
  gPlayerAvatar.flags &= ~AVATAR_FORCED;
  if (!direction || collision(direction) != FREE) return 0;
  gPlayerAvatar.flags |= AVATAR_FORCED;
  gPlayerAvatar.running = MOVING;
  player_walk(direction, FAST_FRAMES);
  return 1;
}
static void step_on_foot(int direction, int running) {
  if (!direction) {
    gPlayerAvatar.running = STANDING;
  } else if (direction != (PLAYER->facing & 15) && gPlayerAvatar.running != MOVING) {
    turn(direction);
  } else {
    gPlayerAvatar.running = MOVING;
    int run = running && gMapHeader.allow & ALLOW_RUNNING && !(gPlayerAvatar.flags & AVATAR_SURF);
    if (run && collision(direction) == FREE) gPlayerAvatar.flags |= AVATAR_DASH;
    move(direction, run || gPlayerAvatar.flags & AVATAR_SURF ? FAST_FRAMES : WALK_FRAMES);
  }
}
// The Mach bike gains speed tile by tile (16, 8, 4 frames) and needs tiles to lose it again.
static void step_on_bike(int direction) {
  static const u8 FRAMES[3] = {WALK_FRAMES, FAST_FRAMES, MACH_FRAMES};
  int facing = PLAYER->facing & 15;
  Avatar* a = &gPlayerAvatar;
  if (!direction || (direction != facing && a->running != MOVING && a->bikeSpeed)) {
    if (!a->bikeSpeed) {
      a->running = STANDING;
      a->bikeFrames = 0;
      return;
    }
    a->running = MOVING;
    a->bikeFrames = --a->bikeSpeed;
    if (!move(facing, FRAMES[a->bikeFrames])) a->bikeSpeed = a->bikeFrames = 0;
  } else if (direction != facing && a->running != MOVING) {
    turn(direction);
  } else {
    a->running = MOVING;
    int speed = a->bikeFrames;
    if (move(direction, FRAMES[speed])) {
      a->bikeSpeed = speed + (speed >> 1);
      if (a->bikeFrames < 2) a->bikeFrames++;
    } else {
      a->bikeSpeed = a->bikeFrames = 0;
    }
  }
}
void player_step(int held) {
  int direction = player_direction(held);
  if (framesLeft) {  // only a bump gives way: to another direction, or when the obstacle has gone
    if (doing != BUMP || !direction) return;
    if (direction == (PLAYER->facing & 15) && collision(direction) == BLOCKED) return;
    end();
  }
  gPlayerAvatar.flags &= ~AVATAR_DASH;
  if (forced()) return;
  if (gPlayerAvatar.flags & AVATAR_MACH)
    step_on_bike(direction);
  else
    step_on_foot(direction, held & KEY_B);
}
