// The map that is loaded: the grid with its border, what a tile does, who stands where, and the save blocks that move.
#include "game.h"
#include "art.h"
enum { UNDEFINED = 0x3FF, COLLISION_BITS = 0xC00, BORDER = 7, SECOND_TILESET = 512 };
enum { SAVE_STEP = 20, SAVE_SPOTS = 5, SAVE_2_STEP = 4 };
int worldMap;
static u8 saveSpot, drawLater;

int dx(int direction) { return direction == WEST ? -1 : direction == EAST ? 1 : 0; }
int dy(int direction) { return direction == SOUTH ? 1 : direction == NORTH ? -1 : 0; }
int opposite(int direction) { return ((direction - 1) ^ 1) + 1; }

// ---- tiles; x and y are object coordinates: map coordinates plus seven
u16 grid_at(int x, int y) {
  if (x >= 0 && y >= 0 && x < gBackupMapLayout.width && y < gBackupMapLayout.height) {
    u16 entry = gBackupMapLayout.map[y * gBackupMapLayout.width + x];
    if (entry != UNDEFINED) return entry;
  }
  return gMapHeader.layout->border[(x & 1) + (y & 1) * 2] | COLLISION_BITS;
}
int grid_blocked(u16 entry) { return entry & COLLISION_BITS; }
int grid_elevation(u16 entry) { return entry >> 12; }
int behaviour_at(int x, int y) {
  int id = grid_at(x, y) & 0x3FF;
  const Layout* layout = gMapHeader.layout;
  const Tileset* set = id < SECOND_TILESET ? layout->primary : layout->secondary;
  return set->attributes[id < SECOND_TILESET ? id : id - SECOND_TILESET] & 0xFF;
}
int leaving_blocked(int behaviour, int direction) {
  return direction == SOUTH   ? behaviour == MB_IMPASSABLE_SOUTH
         : direction == NORTH ? behaviour == MB_IMPASSABLE_NORTH
         : direction == WEST  ? behaviour == MB_IMPASSABLE_WEST
                              : behaviour == MB_IMPASSABLE_EAST;
}

// ---- objects
int object_at(int x, int y, int elevation, int self) {
  for (int i = 0; i < OBJECTS; i++) {
    Object* o = &gObjectEvents[i];
    if (i == self || !(o->flags & OBJ_ACTIVE)) continue;
    if (!((o->x == x && o->y == y) || (o->previousX == x && o->previousY == y))) continue;
    int other = o->elevation & 15;
    if (!elevation || !other || elevation == other) return i;
  }
  return -1;
}
static void update_elevation(Object* o) {
  int now = grid_elevation(grid_at(o->x, o->y)), before = grid_elevation(grid_at(o->previousX, o->previousY));
  if (now == 15 || before == 15) return;
  o->elevation = now | (now ? now << 4 : o->elevation & 0xF0);
}
void object_shift(Object* o, int x, int y) {
  o->previousX = o->x;
  o->previousY = o->y;
  o->x = x;
  o->y = y;
  o->previousBehaviour = o->behaviour;
  o->behaviour = behaviour_at(x, y);
  update_elevation(o);
}
void object_settle(Object* o) {
  o->previousX = o->x;
  o->previousY = o->y;
  o->previousBehaviour = o->behaviour = behaviour_at(o->x, o->y);
  update_elevation(o);
}
void object_face(Object* o, int direction) {
  o->previousDirection = o->facing & 15;
  o->facing = direction * 0x11;
}

// Loading a map is work enough for one frame: its picture comes in the next but one.
void world_draw_later(void) { drawLater = 1; }

// ---- loading
static void fill_connection(const Connection* connection) {
  const Layout* other = MAP_TABLE[map_find(connection->mapGroup, connection->mapNum)].header->layout;
  const Layout* own = gMapHeader.layout;
  for (int row = 0; row < BORDER; row++) {
    int from = connection->direction == NORTH ? other->height - 1 - row : row;
    int to = connection->direction == NORTH ? BORDER - 1 - row : own->height + BORDER + row;
    if (from < 0 || from >= other->height) continue;
    for (int x = 0; x < other->width; x++) {
      int column = x + BORDER + connection->offset;
      if (column >= 0 && column < gBackupMapLayout.width)
        gBackupMapLayout.map[to * gBackupMapLayout.width + column] = other->map[from * other->width + x];
    }
  }
}
static void fill_grid(void) {
  const Layout* layout = gMapHeader.layout;
  int width = layout->width + 15, height = layout->height + 14;
  gBackupMapLayout = (BackupLayout){width, height, sBackupMapData};
  u32* pairs = (u32*)sBackupMapData;
  for (int left = width * height; left > 0; left -= 2) *pairs++ = UNDEFINED | UNDEFINED << 16;
  const u16* from = layout->map;
  for (int y = 0; y < layout->height; y++) {
    u16* to = sBackupMapData + (y + BORDER) * width + BORDER;
    for (int x = 0; x < layout->width; x++) *to++ = *from++;
  }
  const Connections* connections = gMapHeader.connections;
  for (int i = 0; connections && i < connections->count; i++) fill_connection(&connections->list[i]);
}
void world_load(int map, int keepPlayer) {
  worldMap = map;
  gMapHeader = *MAP_TABLE[map].header;
  gSaveBlock1Ptr->mapGroup = MAP_TABLE[map].group;
  gSaveBlock1Ptr->mapNum = MAP_TABLE[map].num;
  gSaveBlock1Ptr->layoutId = gMapHeader.layoutId;
  fill_grid();
  for (int i = keepPlayer ? 1 : 0; i < OBJECTS; i++) memset(&gObjectEvents[i], 0, sizeof(Object));
  npcs_load();
}
void world_enter(int map, int x, int y, int facing) {
  world_load(map, 0);
  player_place(x, y, facing);
}
// The player has begun a step over the edge of the map: the neighbour becomes the map, and the coordinates jump.
void world_cross(void) {
  const Connections* connections = gMapHeader.connections;
  Object* p = PLAYER;
  int y = p->y - OFFSET, height = gMapHeader.layout->height;
  if (!connections || (y >= 0 && y < height)) return;
  for (int i = 0; i < connections->count; i++) {
    const Connection* c = &connections->list[i];
    if (c->direction != (y < 0 ? NORTH : SOUTH)) continue;
    int offset = c->offset;
    world_load(map_find(c->mapGroup, c->mapNum), 1);
    int shift = y < 0 ? gMapHeader.layout->height : -height;
    p->y += shift;
    p->previousY += shift;
    p->x -= offset;
    p->previousX -= offset;
    p->mapNum = gSaveBlock1Ptr->mapNum;
    p->mapGroup = gSaveBlock1Ptr->mapGroup;
    p->behaviour = behaviour_at(p->x, p->y);
    world_draw_later();
    return;
  }
}

// ---- save blocks: both lie somewhere else after each warp, and what is kept secret gets a new key
static void move_words(void* to, void* from, unsigned bytes) {
  u32 *t = to, *f = from;
  unsigned words = bytes / 4;
  if (t < f)
    while (words--) *t++ = *f++;
  else
    for (t += words, f += words; words--;) *--t = *--f;
}
static void change_key(u32 key) {
  SaveBlock1* s = gSaveBlock1Ptr;
  u32 change = gSaveBlock2Ptr->key ^ key;
  s->money ^= change;
  s->coins ^= change;
  ItemSlot* slot = s->items;  // the five pockets lie one behind the other
  for (int i = 0; i < 30 + 30 + 16 + 64 + 46; i++) slot[i].quantity ^= change;
  gSaveBlock2Ptr->key = key;
}
void world_move_save_blocks(void) {
  if (++saveSpot >= SAVE_SPOTS) saveSpot = 0;
  u8* block1 = sSaveBlock1Room + 0x24 + saveSpot * SAVE_STEP;
  u8* block2 = sSaveBlock2Room + 0x10 + saveSpot * SAVE_2_STEP;
  if (gSaveBlock1Ptr) {
    move_words(block1, gSaveBlock1Ptr, sizeof(SaveBlock1));
    move_words(block2, gSaveBlock2Ptr, sizeof(SaveBlock2));
  }
  gSaveBlock1Ptr = (SaveBlock1*)block1;
  gSaveBlock2Ptr = (SaveBlock2*)block2;
  u32 high = random() << 16;
  change_key(high | random());
}

// ---- picture
int world_tile(int x, int y) {
  int id = grid_at(x + OFFSET, y + OFFSET) & 0x3FF;
  return TILE | (id < SECOND_TILESET ? id : id - SECOND_TILESET + ART_CAVE);
}
static u8 drawnX[OBJECTS], drawnY[OBJECTS];
static void put_tile(int x, int y) {
  const Layout* layout = gMapHeader.layout;
  const MapEntry* entry = &MAP_TABLE[worldMap];
  int mapX = x - entry->screenX, mapY = y - entry->screenY;
  int inside = mapX >= 0 && mapY >= 0 && mapX < layout->width && mapY < layout->height;
  screen_put(x, y, inside ? world_tile(mapX, mapY) : TILE | ART_BLACK);
}
void world_draw(void) {
  const Layout* layout = gMapHeader.layout;
  const MapEntry* entry = &MAP_TABLE[worldMap];
  int left = entry->screenX, top = entry->screenY, width = layout->width, height = layout->height;
  u16 row[COLUMNS];
  screen_fill(0, 0, COLUMNS, top, TILE | ART_BLACK);
  screen_fill(0, top + height, COLUMNS, ROWS - top - height, TILE | ART_BLACK);
  screen_fill(0, top, left, height, TILE | ART_BLACK);
  screen_fill(left + width, top, COLUMNS - left - width, height, TILE | ART_BLACK);
  for (int y = 0; y < height; y++) {
    const u16* from = layout->map + y * width;
    for (int x = 0; x < width; x++) {
      int id = from[x] & 0x3FF;
      row[x] = TILE | (id < SECOND_TILESET ? id : id - SECOND_TILESET + ART_CAVE);
    }
    screen_row(left, top + y, row, width);
  }
}
static int person_of(int i) {
  Object* o = &gObjectEvents[i];
  int ride = RIDE_FOOT;
  if (i == gPlayerAvatar.objectId)
    ride = gPlayerAvatar.flags & AVATAR_MACH ? RIDE_BIKE : gPlayerAvatar.flags & AVATAR_SURF ? RIDE_SURF : RIDE_FOOT;
  else if (o->flags & OBJ_FROZEN && !sLockFieldControls)
    ride = RIDE_STUNNED;
  return SPRITE | ((o->graphicsId & 3) << 4 | ride << 2 | ((o->facing & 15) - 1)) << 8;
}
// Puts back the ground where somebody stood, and draws everybody; rows from lastRow on belong to a text box.
void world_draw_objects(int lastRow) {
  const MapEntry* entry = &MAP_TABLE[worldMap];
  if (drawLater && ++drawLater > 2) {
    drawLater = 0;
    world_draw();
  }
  for (int i = 0; i < OBJECTS; i++)
    if (drawnY[i] && drawnY[i] <= lastRow) put_tile(drawnX[i], drawnY[i] - 1);
  for (int i = OBJECTS - 1; i >= 0; i--) {
    Object* o = &gObjectEvents[i];
    drawnY[i] = 0;
    if (!(o->flags & OBJ_ACTIVE)) continue;
    int mapX = o->x - OFFSET, mapY = o->y - OFFSET, x = mapX + entry->screenX, y = mapY + entry->screenY;
    if (x < 0 || y < 0 || x >= COLUMNS || y >= lastRow) continue;
    screen_put(x, y, person_of(i) | (world_tile(mapX, mapY) & 0xFF));
    drawnX[i] = x;
    drawnY[i] = y + 1;
  }
}
