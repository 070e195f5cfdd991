// Every map: its tiles (drawn in maps/*.txt), what stands on it, and where its doors lead.
#include "game.h"
#include "art.h"
enum { SECOND = 512, OPEN = 0, SOLID = 1 };
#define ENTRY(id, collision, elevation) ((id) | (collision) << 10 | (elevation) << 12)
// One letter of a drawing as the entry of the map grid: picture, collision, elevation.
#define T(c)                                                                                                      \
  ((c) == '.' ? ENTRY(ART_PATH, OPEN, 3) : (c) == '#' ? ENTRY(ART_WALL, SOLID, 3) : (c) == 'T' ? ENTRY(ART_TREE, SOLID, 3)          \
   : (c) == ',' ? ENTRY(ART_LAWN, OPEN, 3) : (c) == 'w' ? ENTRY(ART_TALL, OPEN, 3) : (c) == 'W' ? ENTRY(ART_LONG, OPEN, 3)          \
   : (c) == '~' ? ENTRY(ART_WATER, OPEN, 1) : (c) == 'v' ? ENTRY(ART_LEDGE_S, SOLID, 3) : (c) == '^' ? ENTRY(ART_LEDGE_N, SOLID, 3) \
   : (c) == '<' ? ENTRY(ART_LEDGE_W, SOLID, 3) : (c) == '>' ? ENTRY(ART_LEDGE_E, SOLID, 3) : (c) == 'D' ? ENTRY(ART_DOOR, SOLID, 3) \
   : (c) == 'M' ? ENTRY(ART_MAT, OPEN, 3) : (c) == 'm' ? ENTRY(ART_ARROW_S, OPEN, 3) : (c) == 'B' ? ENTRY(ART_BRIDGE, OPEN, 15)     \
   : (c) == 'p' ? ENTRY(ART_PLATEAU, OPEN, 4) : (c) == 's' ? ENTRY(ART_STAIRS, OPEN, 0) : (c) == 'G' ? ENTRY(ART_GOAL, OPEN, 3)     \
   : (c) == 'S' ? ENTRY(ART_SIGN, SOLID, 3) : (c) == '|' ? ENTRY(ART_FENCE, SOLID, 3) : (c) == 'u' ? ENTRY(ART_RAIL_S, OPEN, 3)     \
   : (c) == 'b' ? ENTRY(ART_BED, SOLID, 3) : (c) == 'k' ? ENTRY(ART_SHELF, SOLID, 3) : (c) == 't' ? ENTRY(ART_TABLE, SOLID, 3)      \
   : (c) == ':' ? ENTRY(SECOND + 0, OPEN, 3) : (c) == '%' ? ENTRY(SECOND + 1, SOLID, 3) : (c) == 'c' ? ENTRY(SECOND + 2, OPEN, 3)   \
   : (c) == 'i' ? ENTRY(SECOND + 3, OPEN, 3) : (c) == 'r' ? ENTRY(SECOND + 4, OPEN, 3) : (c) == 'l' ? ENTRY(SECOND + 5, OPEN, 3)    \
   : (c) == 'L' ? ENTRY(SECOND + 6, OPEN, 3) : 0x3FF)

// The low byte is the behaviour, the high nibble the layer; metatile ids are the numbers of the pictures,
// in the second set from the first cave picture on.
enum { COVERED = 0x1000 };
static const u16 PRIMARY[ART_COUNT] = {
    [ART_TALL] = MB_TALL_GRASS | COVERED, [ART_LONG] = MB_LONG_GRASS | COVERED, [ART_WATER] = MB_WATER | COVERED,
    [ART_LEDGE_S] = MB_JUMP_SOUTH, [ART_LEDGE_N] = MB_JUMP_NORTH, [ART_LEDGE_W] = MB_JUMP_WEST, [ART_LEDGE_E] = MB_JUMP_EAST,
    [ART_DOOR] = MB_DOOR, [ART_MAT] = MB_MAT, [ART_ARROW_S] = MB_ARROW_SOUTH, [ART_RAIL_S] = MB_IMPASSABLE_SOUTH};
static const u16 SECONDARY[7] = {COVERED, COVERED, MB_CRACKED | COVERED, MB_ICE, MB_SLIDE_EAST, MB_SLIDE_WEST, MB_LADDER};
static const Tileset OUTSIDE = {0, 0, 0, 0, PRIMARY, 0}, CAVES = {0, 0, 0, 0, SECONDARY, 0};

static const u16 ROOM_TILES[] = {
#include "room.inc"
};
static const u16 TOWN_TILES[] = {
#include "town.inc"
};
static const u16 ROUTE_TILES[] = {
#include "route.inc"
};
static const u16 CAVE_TILES[] = {
#include "cave.inc"
};
static const u16 TREES[4] = {T('T'), T('T'), T('T'), T('T')}, ROCKS[4] = {T('%'), T('%'), T('%'), T('%')},
                 WALLS[4] = {T('#'), T('#'), T('#'), T('#')};
_Static_assert(sizeof ROOM_TILES == 2 * 9 * 7, "room");
_Static_assert(sizeof TOWN_TILES == 2 * 30 * 20, "town");
_Static_assert(sizeof ROUTE_TILES == 2 * 30 * 8, "route");
_Static_assert(sizeof CAVE_TILES == 2 * 24 * 13, "cave");
static const Layout ROOM = {9, 7, WALLS, ROOM_TILES, &OUTSIDE, &CAVES}, TOWN = {30, 20, TREES, TOWN_TILES, &OUTSIDE, &CAVES},
                    WAY = {30, 8, TREES, ROUTE_TILES, &OUTSIDE, &CAVES}, CAVE = {24, 13, ROCKS, CAVE_TILES, &OUTSIDE, &CAVES};

// Groups and numbers: town 0.0, route 0.1, room 1.0, cave 2.0. A warp names the warp of the other map where one arrives.
static const Warp ROOM_WARPS[] = {{4, 5, 3, 0, 0, 0}};
static const Warp TOWN_WARPS[] = {{4, 4, 3, 0, 0, 1}, {27, 8, 3, 0, 0, 2}};
static const Warp ROUTE_WARPS[] = {{27, 5, 3, 1, 0, 2}};
static const Warp CAVE_WARPS[] = {{3, 12, 3, 1, 0, 0}, {21, 10, 3, 0, 1, 0}};

static const ObjectTemplate TOWN_OBJECTS[] = {
    {1, 1, 0, 0, 10, 5, 3, NPC_STILL, 0x00, 0, 0, 0, "Welcome to LOOPTON!\nThe flag waits in the fence.\fThe grass there is long:\nsomething always jumps out.", 0, 0},
    {2, 2, 0, 0, 18, 6, 3, NPC_WANDER, 0x22, 0, 0, 0, "You caught up with me!\nI never stand still for long.", 0, 0},
    {3, 3, 0, 0, 11, 8, 3, NPC_PATROL_Y, 0x20, 0, 0, 0, "Up, down. I walk across\nthis path all day.", 0, 0},
    {4, 2, 0, 0, 24, 7, 3, NPC_STILL, 0x00, 0, 1, 2, "You beat me. The cave is open,\nmind the cracks in its floor.", 0, 0}};
static const ObjectTemplate ROUTE_OBJECTS[] = {
    {1, 3, 0, 0, 18, 6, 3, NPC_WANDER, 0x22, 0, 0, 0, "A long straight road:\njust right for the bike.", 0, 0}};
static const ObjectTemplate CAVE_OBJECTS[] = {
    {1, 1, 0, 0, 6, 10, 3, NPC_STILL, 0x00, 0, 0, 0, "Only the fastest bike gets\nacross the cracked floor.", 0, 0}};
static const Sign TOWN_SIGNS[] = {{8, 4, 3, 0, 0, "LOOPTON\nEvery road leads back here."}};

static const Connection TOWN_EDGES[] = {{NORTH, {0}, 0, 0, 1, {0}}}, ROUTE_EDGES[] = {{SOUTH, {0}, 0, 0, 0, {0}}};
static const Connections TOWN_CONNECTIONS = {1, TOWN_EDGES}, ROUTE_CONNECTIONS = {1, ROUTE_EDGES};

static const Events ROOM_EVENTS = {0, 1, 0, 0, 0, ROOM_WARPS, 0, 0},
                    TOWN_EVENTS = {4, 2, 0, 1, TOWN_OBJECTS, TOWN_WARPS, 0, TOWN_SIGNS},
                    ROUTE_EVENTS = {1, 1, 0, 0, ROUTE_OBJECTS, ROUTE_WARPS, 0, 0},
                    CAVE_EVENTS = {1, 2, 0, 0, CAVE_OBJECTS, CAVE_WARPS, 0, 0};
static const MapHeader ROOM_HEADER = {&ROOM, &ROOM_EVENTS, 0, 0, 0, 1, 0, 0, 0, INDOORS, {0}, 0, 0},
                       TOWN_HEADER = {&TOWN, &TOWN_EVENTS, 0, &TOWN_CONNECTIONS, 0, 2, 1, 0, 0, OUTDOORS, {0}, ALLOW_CYCLING | ALLOW_RUNNING, 0},
                       ROUTE_HEADER = {&WAY, &ROUTE_EVENTS, 0, &ROUTE_CONNECTIONS, 0, 3, 2, 0, 0, ROUTE, {0}, ALLOW_CYCLING | ALLOW_RUNNING, 0},
                       CAVE_HEADER = {&CAVE, &CAVE_EVENTS, 0, 0, 0, 4, 3, 1, 0, UNDERGROUND, {0}, ALLOW_CYCLING | ALLOW_RUNNING, 0};

const MapEntry MAP_TABLE[MAPS] = {
    [MAP_ROOM] = {1, 0, 10, 5, &ROOM_HEADER}, [MAP_TOWN] = {0, 0, 0, 0, &TOWN_HEADER},
    [MAP_ROUTE] = {0, 1, 0, 5, &ROUTE_HEADER}, [MAP_CAVE] = {2, 0, 3, 1, &CAVE_HEADER}};

int map_find(int group, int num) {
  for (int i = 0; i < MAPS; i++)
    if (MAP_TABLE[i].group == group && MAP_TABLE[i].num == num) return i;
  return -1;
}
