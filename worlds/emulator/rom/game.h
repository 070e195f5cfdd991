// The game's data in the shape and at the places of the real cartridge (see playloop.ld), and what the files offer each other.
#pragma once
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef signed char s8;
typedef short s16;
typedef int s32;
#define SIZE(type, bytes) _Static_assert(sizeof(type) == (bytes), #type " has the size of the real one")

enum { KEY_A = 1, KEY_B = 2, KEY_SELECT = 4, KEY_START = 8, KEY_RIGHT = 16, KEY_LEFT = 32, KEY_UP = 64, KEY_DOWN = 128, KEYS = 10 };
enum { SOUTH = 1, NORTH, WEST, EAST };
enum { OFFSET = 7, OBJECTS = 16, PARTY = 6 };

// ---- field objects
enum {
  OBJ_ACTIVE = 1, OBJ_SINGLE = 2, OBJ_HELD = 0x40, OBJ_FINISHED = 0x80, OBJ_FROZEN = 0x100, OBJ_CAMERA = 0x8000,
  OBJ_PLAYER = 0x10000, OBJ_PAUSED_BACKUP = 0x800000
};
typedef struct {
  u32 flags;
  u8 spriteId, graphicsId, movementType, trainerType, localId, mapNum, mapGroup;
  u8 elevation;  // now in the low nibble, before in the high one
  s16 initialX, initialY, x, y, previousX, previousY;
  u8 facing;  // direction in both nibbles: facing low, moving high
  u8 range, fieldEffect, warpArrow, action, trainerRange, behaviour, previousBehaviour, previousDirection, sequence, copyable, pad;
} Object;
SIZE(Object, 0x24);

enum { AVATAR_FOOT = 1, AVATAR_MACH = 2, AVATAR_SURF = 8, AVATAR_CONTROLLABLE = 0x20, AVATAR_FORCED = 0x40, AVATAR_DASH = 0x80 };
enum { STANDING, TURNING, MOVING };
enum { TILE_NONE, TILE_BETWEEN, TILE_CENTRE };
typedef struct {
  u8 flags, transition, running, tile, spriteId, objectId, preventStep, gender, acroState, newDirection, bikeFrames, bikeSpeed;
  u8 rest[24];
} Avatar;
SIZE(Avatar, 36);

// ---- maps
typedef struct { const void *head, *tiles, *palettes, *metatiles; const u16* attributes; const void* callback; } Tileset;
SIZE(Tileset, 24);
typedef struct { s32 width, height; const u16 *border, *map; const Tileset *primary, *secondary; } Layout;
typedef struct {
  u8 localId, graphicsId, kind, pad;
  s16 x, y;
  u8 elevation, movementType, range, pad2;
  u16 trainerType, trainerRange;
  const char* script;  // here: what the object says
  u16 flag, pad3;
} ObjectTemplate;
SIZE(ObjectTemplate, 24);
typedef struct { s16 x, y; u8 elevation, warpId, mapNum, mapGroup; } Warp;
typedef struct { u16 x, y; u8 elevation, kind; u16 pad; const char* text; } Sign;
typedef struct {
  u8 objectCount, warpCount, coordCount, signCount;
  const ObjectTemplate* objects;
  const Warp* warps;
  const void* coords;
  const Sign* signs;
} Events;
typedef struct { u8 direction, pad[3]; s32 offset; u8 mapGroup, mapNum, pad2[2]; } Connection;
typedef struct { s32 count; const Connection* list; } Connections;
enum { OUTDOORS = 1, ROUTE = 3, UNDERGROUND = 4, INDOORS = 8 };
enum { ALLOW_CYCLING = 1, ALLOW_RUNNING = 4 };
typedef struct {
  const Layout* layout;
  const Events* events;
  const void* scripts;
  const Connections* connections;
  u16 music, layoutId;
  u8 section, cave, weather, mapType, pad[2], allow, battleScene;
} MapHeader;
SIZE(MapHeader, 28);
typedef struct { s32 width, height; u16* map; } BackupLayout;

enum {
  MB_TALL_GRASS = 0x02, MB_LONG_GRASS = 0x03, MB_WATER = 0x15, MB_ICE = 0x20, MB_IMPASSABLE_EAST = 0x30, MB_IMPASSABLE_WEST,
  MB_IMPASSABLE_NORTH, MB_IMPASSABLE_SOUTH, MB_JUMP_EAST = 0x38, MB_JUMP_WEST, MB_JUMP_NORTH, MB_JUMP_SOUTH,
  MB_SLIDE_EAST = 0x44, MB_SLIDE_WEST, MB_SLIDE_NORTH, MB_SLIDE_SOUTH, MB_MAT = 0x60, MB_LADDER, MB_ARROW_EAST,
  MB_ARROW_WEST, MB_ARROW_NORTH, MB_ARROW_SOUTH, MB_DOOR = 0x69, MB_CRACKED = 0xD2
};
enum { MAP_ROOM, MAP_TOWN, MAP_ROUTE, MAP_CAVE, MAPS };

typedef struct { s8 mapGroup, mapNum, warpId; u8 pad; s16 x, y; } WarpData;
SIZE(WarpData, 8);

// ---- engine
typedef struct {
  u32 callback1, callback2;
  u32 pad[8];
  u16 heldKeysRaw, newKeysRaw, heldKeys, newKeys;
  u8 pad2[0x439 - 0x30], inBattle, pad3[2];
} Main;
SIZE(Main, 1084);
typedef struct { u32 func; u8 active, previous, next, priority; s16 data[16]; } Task;
SIZE(Task, 0x28);
typedef struct { u8 pad[7], flags, pad2[4]; } Fade;
typedef struct { u32 at; u8 pad[0x17], active, state, speed, delay, scroll, spacing, japanese, pad2; } TextPrinter;
SIZE(TextPrinter, 0x24);
enum { PRINTER_TYPING = 0, PRINTER_WAITS = 2 };  // states of a printer: letters come, a button is awaited

enum {  // function pointers of the real game; only their values matter here
  CB2_OVERWORLD = 0x08085E5D, CB2_LOAD_MAP = 0x08085FCD, CB2_INIT_BATTLE = 0x0803676D, CB2_BATTLE = 0x08038421,
  CB2_BAG = 0x081AAD5D, CB2_PARTY = 0x081B01B1, CB2_BOOT = 0x08000539,
  TASK_START_MENU = 0x0809FA35, TASK_YES_NO = 0x080E215D, TASK_MESSAGE = 0x08098155, TASK_WARP = 0x080AFA0D,
  TASK_DOOR = 0x080AFA89, TASK_EXIT_DOOR = 0x080AF439, TASK_PARTY = 0x081B1371, TASK_PARTY_SUBMENU = 0x081B3731,
  TASK_BAG = 0x081ABD29, TASK_ITEM_ROW = 0x081ACC05, TASK_ITEM_ROWS = 0x081ACC79,
  CTRL_IDLE = 0x08057505, CTRL_ACTION = 0x08057589, CTRL_MOVE = 0x08057BFD, CTRL_OPEN_PARTY = 0x080597CD,
  CTRL_WAIT_PARTY = 0x08059829, CTRL_OPEN_BAG = 0x080598A5, CTRL_WAIT_BAG = 0x080598E1, CTRL_YES_NO = 0x080599D5,
  CTRL_TEXT = 0x080591A1
};
enum { SCRIPT_RUNS, SCRIPT_WAITS, SCRIPT_STOPPED };

// ---- save blocks
typedef struct { u16 id, quantity; } ItemSlot;
enum { FLAG_TRAINER = 0x500 + 1, FLAG_BADGE_1 = 0x867, FLAG_GOAL = 0x020 };
typedef struct {
  s16 x, y;
  u8 mapGroup, mapNum;
  s8 warpId;
  u8 pad[50 - 7];
  u16 layoutId;
  u8 pad2[1168 - 52];
  u32 money;
  u16 coins, registeredItem;
  u8 pad3[1376 - 1176];
  ItemSlot items[30], keyItems[30], balls[16], machines[64], berries[46];
  u8 pad4[4720 - 2120];
  u8 flags[300];
  u16 vars[256];
  u8 pad5[0x3D88 - 5532];
} SaveBlock1;
SIZE(SaveBlock1, 0x3D88);
typedef struct { u8 name[8], gender, pad[10]; u16 options; u8 pad2[172 - 22]; u32 key; u8 rest[0xF2C - 176]; } SaveBlock2;
SIZE(SaveBlock2, 0xF2C);

// ---- monsters and battle
typedef struct {
  u32 personality, otId;
  u8 nickname[10], language, kind, otName[7], markings;
  u16 checksum, pad;
  u32 encrypted[12];
  u32 status;
  u8 level, mail;
  u16 hp, maxHp, stats[5];
} Mon;
SIZE(Mon, 100);
typedef struct {
  u16 species, attack, defense, speed, spAttack, spDefense, moves[4];
  u32 ivs;
  s8 stages[8];
  u8 ability, type1, type2, pad, pp[4];
  u16 hp;
  u8 level, friendship;
  u16 maxHp, item;
  u8 nickname[11], ppBonuses, otName[8];
  u32 experience, personality, status, status2, otId;
} BattleMon;
SIZE(BattleMon, 0x58);
enum { BATTLE_WILD = 4, BATTLE_TRAINER = 12, OUTCOME_WON = 1, OUTCOME_LOST = 2, OUTCOME_RAN = 4, OUTCOME_CAUGHT = 7 };
typedef struct { u32 pad[2]; u8 layout; s8 slot, slot2; u8 action; u16 pad2[4]; } PartyMenu;
SIZE(PartyMenu, 20);
enum { POCKET_ITEMS, POCKET_BALLS, POCKET_MACHINES, POCKET_BERRIES, POCKET_KEY, POCKETS };
typedef struct { u32 exit; u8 location, pocket, pad[2]; u16 cursor[POCKETS], scroll[POCKETS]; } BagPosition;
SIZE(BagPosition, 28);

extern TextPrinter sTextPrinters[32];
extern u8 gStringVar4[1000], gDisplayedStringBattle[300];
extern u32 gBattleTypeFlags, gBattlerControllerFuncs[4], gRngValue;
extern u8 gBattlersCount, gBattleCommunication[8], gBattleOutcome, gActionSelectionCursor[4], gMoveSelectionCursor[4], gBattlerInMenuId;
extern u16 gBattlerPartyIndexes[4], gSpecialVar_ItemId;
extern BattleMon gBattleMons[4];
extern u8 gPlayerPartyCount, gMultiUsePlayerCursor, gNumberOfMovesToChoose, gBattlePartyCurrentOrder[3];
extern Mon gPlayerParty[PARTY], gEnemyParty[PARTY];
extern u8 sSaveBlock1Room[], sSaveBlock2Room[];
extern SaveBlock1* gSaveBlock1Ptr;
extern SaveBlock2* gSaveBlock2Ptr;
extern WarpData gLastUsedWarp, sWarpDestination;
extern u16 sBackupMapData[];
extern MapHeader gMapHeader;
extern BackupLayout gBackupMapLayout;
extern Object gObjectEvents[OBJECTS];
extern Avatar gPlayerAvatar;
extern u8 sFieldMessageBoxMode, sStartMenuCursorPos, sGlobalScriptContextStatus, sLockFieldControls;
extern Fade gPaletteFade;
extern BagPosition gBagPosition;
extern PartyMenu gPartyMenu;
extern Main gMain;
extern Task gTasks[16];

// ---- the test area (never part of the real game): counters to read, and a mailbox to set a scene up
enum {
  MAIL_NONE, MAIL_TELEPORT, MAIL_AVATAR, MAIL_WILD, MAIL_TRAINER, MAIL_MON, MAIL_PP, MAIL_NPC, MAIL_SEED, MAIL_RUN,
  MAIL_ENCOUNTERS, MAIL_ITEM, MAIL_FOE, MAIL_FLAG, MAIL_CATCH
};
enum { RULE_CHANCE, RULE_NEVER, RULE_ALWAYS };
typedef struct {
  u32 magic, frames, steps;
  u16 battles;
  u8 softlock, goal;
  u16 presses[KEYS];
  u16 heldFor, bumps;
  u32 warps;
  u8 runRule, encounterRule, catchRule, pad;
  u32 pad2[4];
  u32 command;
  s32 arguments[6];
  u32 done, refused;
} TestArea;
SIZE(TestArea, 0x64);
extern TestArea gTest;

// main.c
u32 random(void);
u32 divide(u32 number, u32 by);
void* memcpy(void* to, const void* from, unsigned n);
void* memset(void* to, int byte, unsigned n);
Task* task_start(int slot, u32 func);
void tasks_clear(void);
int flag_get(int flag);
void flag_set(int flag, int on);
// screen.c: 30 x 20 cells of 8 x 8 pixels; a changed cell is drawn in one of the next frames
enum { COLUMNS = 30, ROWS = 20, INK = 0, PAPER = 0x100, TILE = 0x200, SPRITE = 0x4000, PORTRAIT = 0x8000 };
void screen_put(int x, int y, int cell);
void screen_fill(int x, int y, int width, int height, int cell);
void screen_row(int x, int y, const u16* cells, int count);
void screen_box(int x, int y, int width, int height);
int screen_text(int x, int y, const char* ascii);
int screen_number(int x, int y, u32 number);
void screen_name(int x, int y, const u8* gameText);
void screen_draw(void);
char to_ascii(u8 gameCharacter);
u8 from_ascii(char ascii);
// text.c: one printer for the field's and the battle's text
enum { TEXT_NONE, TEXT_TYPING, TEXT_AT_PAGE, TEXT_SHOWN };
void text_show(u8* buffer, const char* a, const char* b, const char* c);
int text_update(void);
void text_close(void);
// maps.c
typedef struct { u8 group, num, screenX, screenY; const MapHeader* header; } MapEntry;
extern const MapEntry MAP_TABLE[MAPS];
int map_find(int group, int num);
// world.c
extern int worldMap;
void world_load(int map, int keepPlayer);
void world_enter(int map, int x, int y, int facing);
void world_move_save_blocks(void);
void world_draw(void);
void world_draw_later(void);
void world_draw_objects(int lastRow);
int world_tile(int x, int y);
void world_cross(void);
u16 grid_at(int x, int y);
int grid_blocked(u16 entry);
int grid_elevation(u16 entry);
int behaviour_at(int x, int y);
int dx(int direction);
int dy(int direction);
int opposite(int direction);
int object_at(int x, int y, int elevation, int self);
int leaving_blocked(int behaviour, int direction);
void object_shift(Object* object, int x, int y);
void object_settle(Object* object);
void object_face(Object* object, int direction);
// player.c
#define PLAYER (&gObjectEvents[gPlayerAvatar.objectId])
void player_place(int x, int y, int facing);
void player_mode(int flags);
void player_update(void);
void player_step(int held);
void player_walk(int direction, int frames);
void player_sync(void);
int player_busy(void);
int player_direction(int held);
// npc.c
enum { NPC_STILL, NPC_WANDER, NPC_PATROL_Y, NPC_PATROL_X };
void npcs_load(void);
void npcs_update(void);
void npcs_freeze(int except);
void npcs_unfreeze(void);
void npcs_hold(void);
int npc_stepping(int id);
void npc_step(int id, int direction);
void npc_place(int id, int x, int y, int movement, int pause);
const ObjectTemplate* npc_template(int id);
// field.c
void field_start(void);
void field_frame(int held, int pressed);
void field_message(const char* text);
void field_warp(int map, int x, int y, int facing);
void field_battle(int trainer);
void field_return(int screen);
int field_idle(void);
void field_blackout(void);
void field_land(void);
// party.c
void party_new(void);
void party_heal(void);
void mon_make(Mon* mon, int kind, int level, u32 personality);
u16 mon_get(const Mon* mon, char block, int offset);
void mon_set(Mon* mon, char block, int offset, u16 value);
const char* mon_name(int species);
const char* move_name(int move);
int move_power(int move);
int move_pp(int move);
int party_able(void);
// partymenu.c
enum { PARTY_FIELD, PARTY_SWITCH, PARTY_FORCED, PARTY_ITEM };
void partymenu_open(int purpose);
int partymenu_frame(int pressed);
int partymenu_result(void);
// bag.c
void bag_open(int inBattle);
int bag_frame(int pressed);
int bag_result(void);
// items.c
void bag_new(void);
int bag_count(int pocket, int index);
int bag_item(int pocket, int index);
int bag_add(int pocket, int item, int quantity);
int item_heals(int item);
void bag_use(int item);
const char* item_name(int item);
u32 money_get(void);
void money_set(u32 money);
// battle.c
void battle_begin(int trainer);
int battle_frame(int pressed);
// battleview.c
void battleview_all(void);
void battleview_health(void);
void battleview_actions(void);
void battleview_moves(void);
void battleview_yes_no(void);
// test.c
void test_frame(int held, int pressed);
