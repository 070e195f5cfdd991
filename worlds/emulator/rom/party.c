// The monsters: what kinds there are, and the party in the real game's encrypted form.
#include "game.h"
enum { OT_ID = 0x50C1A1ED, BLOCK = 12, LANGUAGE_ENGLISH = 2, HAS_SPECIES = 2, MOVES = 4 };
enum { MOVE_POUND = 1, MOVE_SCRATCH = 10, MOVE_TACKLE = 33, MOVE_GROWL = 45, MOVE_EMBER = 52, MOVE_ABSORB = 71, MOVE_QUICK = 98 };
typedef struct { u8 id, power, pp; const char* name; } Move;
static const Move MOVES_KNOWN[] = {
    {MOVE_POUND, 40, 35, "POUND"},   {MOVE_SCRATCH, 40, 35, "SCRATCH"}, {MOVE_TACKLE, 35, 35, "TACKLE"}, {MOVE_GROWL, 0, 40, "GROWL"},
    {MOVE_EMBER, 60, 25, "EMBER"},   {MOVE_ABSORB, 24, 20, "ABSORB"},   {MOVE_QUICK, 40, 30, "QUICK HIT"}};
enum { MOVE_COUNT = sizeof MOVES_KNOWN / sizeof MOVES_KNOWN[0] };
typedef struct { u16 species; const char* name; u8 hp, type, moves[MOVES]; } Kind;
// kinds 0-2 are the party, 3 the wild one, 4 and 5 the trainer's
static const Kind KINDS[] = {{277, "LEAFY", 20, 12, {MOVE_TACKLE, MOVE_GROWL, MOVE_SCRATCH, MOVE_QUICK}},
                             {304, "PEBBLE", 22, 5, {MOVE_POUND, MOVE_GROWL, 0, 0}},
                             {280, "CINDER", 19, 10, {MOVE_SCRATCH, MOVE_GROWL, MOVE_EMBER, 0}},
                             {290, "MOTH", 14, 6, {MOVE_TACKLE, MOVE_ABSORB, 0, 0}},
                             {288, "GRUB", 13, 6, {MOVE_TACKLE, 0, 0, 0}},
                             {320, "BOULDER", 18, 5, {MOVE_TACKLE, MOVE_GROWL, 0, 0}}};
enum { KIND_COUNT = sizeof KINDS / sizeof KINDS[0] };

static const Move* find_move(int id) {
  for (int i = 0; i < MOVE_COUNT; i++)
    if (MOVES_KNOWN[i].id == id) return &MOVES_KNOWN[i];
  return 0;
}
const char* move_name(int id) {
  const Move* m = find_move(id);
  return m ? m->name : "-";
}
int move_power(int id) {
  const Move* m = find_move(id);
  return m ? m->power : 0;
}
int move_pp(int id) {
  const Move* m = find_move(id);
  return m ? m->pp : 0;
}
const char* mon_name(int species) {
  for (int i = 0; i < KIND_COUNT; i++)
    if (KINDS[i].species == species) return KINDS[i].name;
  return "?";
}

// ---- the encrypted block: four parts in an order that the personality picks, each word xored with one key
static int block_start(const Mon* mon, char block) {
  static const char ORDERS[] = "GAEMGAMEGEAMGEMAGMAEGMEAAGEMAGMEAEGMAEMGAMGEAMEGEGAMEGMAEAGMEAMGEMGAEMAGMGAEMGEAMAGEMAEGMEGAMEAG";
  u32 order = mon->personality - divide(mon->personality, 24) * 24;
  const char* parts = ORDERS + order * 4;
  int at = 0;
  while (parts[at] != block) at++;
  return at * BLOCK;
}
u16 mon_get(const Mon* mon, char block, int offset) {
  int at = block_start(mon, block) + offset;
  u32 word = mon->encrypted[at >> 2] ^ mon->personality ^ mon->otId;
  return at & 2 ? word >> 16 : word;
}
// Writes sixteen bits and brings the checksum (the sum of all plain halfwords) along.
void mon_set(Mon* mon, char block, int offset, u16 value) {
  int at = block_start(mon, block) + offset;
  u16 before = mon_get(mon, block, offset);
  u32 change = (u32)(u16)(before ^ value);
  mon->encrypted[at >> 2] ^= at & 2 ? change << 16 : change;
  mon->checksum += value - before;
}
static void name(u8* to, const char* ascii, int room) {
  for (int i = 0; i < room; i++) to[i] = 0xFF;
  for (int i = 0; i < room && ascii[i]; i++) to[i] = from_ascii(ascii[i]);
}
void mon_make(Mon* mon, int kind, int level, u32 personality) {
  const Kind* k = &KINDS[kind];
  memset(mon, 0, sizeof *mon);
  mon->personality = personality;
  mon->otId = OT_ID;
  name(mon->nickname, k->name, 10);
  name(mon->otName, "LOOP", 7);
  mon->language = LANGUAGE_ENGLISH;
  mon->kind = HAS_SPECIES;
  for (int i = 0; i < 12; i++) mon->encrypted[i] = personality ^ OT_ID;  // all zero, in secret writing
  mon_set(mon, 'G', 0, k->species);
  mon_set(mon, 'G', 4, level * level * level);
  for (int i = 0; i < MOVES; i++) mon_set(mon, 'A', i * 2, k->moves[i]);
  mon_set(mon, 'A', 8, move_pp(k->moves[0]) | move_pp(k->moves[1]) << 8);
  mon_set(mon, 'A', 10, move_pp(k->moves[2]) | move_pp(k->moves[3]) << 8);
  mon->level = level;
  mon->hp = mon->maxHp = k->hp + (level - 5);
  for (int i = 0; i < 5; i++) mon->stats[i] = level + 5 + i;
}
void party_new(void) {
  mon_make(&gPlayerParty[0], 0, 5, 0x12345677);
  mon_make(&gPlayerParty[1], 1, 6, 0x0BADCAFE);
  mon_make(&gPlayerParty[2], 2, 5, 0x00C0FFEE);
  mon_set(&gPlayerParty[0], 'G', 4, 210);  // six points to level 6: the first victory teaches
  mon_set(&gPlayerParty[0], 'A', 10, move_pp(MOVE_QUICK) << 8);  // the third move is used up
  gPlayerParty[2].hp = 0;
  gPlayerPartyCount = 3;
}
void party_heal(void) {
  for (int i = 0; i < gPlayerPartyCount; i++) {
    Mon* mon = &gPlayerParty[i];
    mon->hp = mon->maxHp;
    mon->status = 0;
    for (int pair = 0; pair < MOVES; pair += 2)
      mon_set(mon, 'A', 8 + pair, move_pp(mon_get(mon, 'A', pair * 2)) | move_pp(mon_get(mon, 'A', pair * 2 + 2)) << 8);
  }
}
int party_able(void) {
  int able = 0;
  for (int i = 0; i < gPlayerPartyCount; i++) able += gPlayerParty[i].hp != 0;
  return able;
}
