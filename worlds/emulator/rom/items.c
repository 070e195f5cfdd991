// What lies in the bag: five pockets in the save block, quantities and money kept secret with its key.
#include "game.h"
enum { ITEM_BALL = 4, ITEM_POTION = 13, ITEM_TONIC = 22, ITEM_BERRY = 133, ITEM_BIKE = 259, ITEM_MACHINE = 289, START_MONEY = 3000 };
typedef struct { u16 id; u8 heals; const char* name; } Item;
static const Item ITEMS[] = {{ITEM_POTION, 20, "POTION"}, {ITEM_TONIC, 50, "TONIC"},      {ITEM_BALL, 0, "BALL"},
                             {ITEM_MACHINE, 0, "TM01"},   {ITEM_BERRY, 10, "RED BERRY"}, {ITEM_BIKE, 0, "MACH BIKE"}};
enum { ITEM_COUNT = sizeof ITEMS / sizeof ITEMS[0] };

static ItemSlot* pocket_slots(int pocket, int* room) {
  SaveBlock1* s = gSaveBlock1Ptr;
  switch (pocket) {
    case POCKET_BALLS: *room = 16; return s->balls;
    case POCKET_MACHINES: *room = 64; return s->machines;
    case POCKET_BERRIES: *room = 46; return s->berries;
    case POCKET_KEY: *room = 30; return s->keyItems;
    default: *room = 30; return s->items;
  }
}
static u16 secret(void) { return gSaveBlock2Ptr->key; }
int bag_item(int pocket, int index) {
  int room;
  ItemSlot* slots = pocket_slots(pocket, &room);
  return index < room ? slots[index].id : 0;
}
int bag_count(int pocket, int index) {
  int room;
  ItemSlot* slots = pocket_slots(pocket, &room);
  return index < room && slots[index].id ? (u16)(slots[index].quantity ^ secret()) : 0;
}
// Adds or takes away; an item that is used up leaves its slot to the next.
int bag_add(int pocket, int item, int quantity) {
  int room, at = 0;
  ItemSlot* slots = pocket_slots(pocket, &room);
  while (at < room && slots[at].id && slots[at].id != item) at++;
  if (at == room) return 0;
  int left = (slots[at].id ? (u16)(slots[at].quantity ^ secret()) : 0) + quantity;
  slots[at].id = item;
  slots[at].quantity = left ^ secret();
  if (left > 0) return 1;
  for (; at < room - 1; at++) slots[at] = slots[at + 1];
  slots[room - 1].id = 0;
  slots[room - 1].quantity = secret();
  return 1;
}
void bag_use(int item) {
  for (int pocket = 0; pocket < POCKETS; pocket++)
    for (int i = 0; bag_item(pocket, i); i++)
      if (bag_item(pocket, i) == item) {
        bag_add(pocket, item, -1);
        return;
      }
}
static const Item* find_item(int id) {
  for (int i = 0; i < ITEM_COUNT; i++)
    if (ITEMS[i].id == id) return &ITEMS[i];
  return 0;
}
const char* item_name(int id) {
  const Item* item = find_item(id);
  return item ? item->name : "?";
}
int item_heals(int id) {
  const Item* item = find_item(id);
  return item ? item->heals : 0;
}
u32 money_get(void) { return gSaveBlock1Ptr->money ^ gSaveBlock2Ptr->key; }
void money_set(u32 money) { gSaveBlock1Ptr->money = money ^ gSaveBlock2Ptr->key; }
void bag_new(void) {
  SaveBlock1* s = gSaveBlock1Ptr;
  ItemSlot* slot = s->items;
  for (int i = 0; i < 30 + 30 + 16 + 64 + 46; i++) slot[i].quantity = secret();
  bag_add(POCKET_ITEMS, ITEM_POTION, 5);
  bag_add(POCKET_ITEMS, ITEM_TONIC, 1);
  bag_add(POCKET_BALLS, ITEM_BALL, 10);
  bag_add(POCKET_MACHINES, ITEM_MACHINE, 1);
  bag_add(POCKET_BERRIES, ITEM_BERRY, 3);
  bag_add(POCKET_KEY, ITEM_BIKE, 1);
  s->coins = secret();
  money_set(START_MONEY);
  s->registeredItem = ITEM_BIKE;
  for (int i = 0; i < 8; i++) gSaveBlock2Ptr->name[i] = 0xFF;
  for (int i = 0; i < 4; i++) gSaveBlock2Ptr->name[i] = from_ascii("LOOP"[i]);
}
