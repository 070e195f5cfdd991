// A battle: texts that type themselves, menus that wait at the real game's controller functions, and turns between them.
#include "game.h"
enum State {
  OPENING, TEXT, SEND, OPEN_ACTION, ACTION, OPEN_MOVE, MOVE, OPEN_BAG, BAG, OPEN_PARTY, PARTY_OPEN, OWN_MOVE, OWN_HIT, FOE_MOVE,
  FOE_HIT, FOE_FAINTED, GAIN, GROW, LEARN, YES_NO, NEXT_FOE, SEND_FOE, VICTORY, FAINTED, FORCED, SHIFT, SHIFTED, THROW, OVER
};
enum { OPEN_FRAMES = 16, SCREEN_FRAMES = 6, HIT_FRAMES = 12, HOLD_FRAMES = 20, LINE = 96 };
enum { MOVE_ABSORB = 71, STRUGGLE = 165, STRUGGLE_POWER = 30, LEARNER = 277, LEARN_LEVEL = 6, LEARN_SLOT = 1 };
enum { NEUTRAL = 6, ATTACK_STAGE = 1, EXPERIENCE = 40, PRIZE = 500, KIND_WILD = 3, KIND_FIRST = 4, KIND_SECOND = 5 };
enum { AUTO, BUTTON };
static u8 state, timer, after, waits, isTrainer, damage, shiftTo, forced, purpose;
static u16 used;
static char line[LINE];

static BattleMon* own(void) { return &gBattleMons[0]; }
static BattleMon* foe(void) { return &gBattleMons[1]; }
static const char* own_name(void) { return mon_name(own()->species); }
static const char* foe_name(void) { return mon_name(foe()->species); }
static void control(u32 function) { gBattlerControllerFuncs[0] = function; }
static void go(int next, int frames) {
  state = next;
  timer = frames;
}
static char* append(char* to, const char* from) {
  while (from && *from) *to++ = *from++;
  *to = 0;
  return to;
}
// Shows a text; then it waits for a button, or goes on by itself.
static void say(int button, int next, const char* a, const char* b, const char* c, const char* d) {
  append(append(append(append(line, a), b), c), d);
  text_show(gDisplayedStringBattle, line, 0, 0);
  control(CTRL_TEXT);
  waits = button;
  after = next;
  go(TEXT, HOLD_FRAMES);
}
static void text_frame(int pressed) {
  if (text_update() != TEXT_SHOWN) return;
  if (waits ? pressed & (KEY_A | KEY_B) : !timer--) {
    text_close();
    control(CTRL_IDLE);
    go(after, 0);
  }
}

// ---- monsters in and out of the battle
static void enter(int battler, Mon* mon) {
  BattleMon* b = &gBattleMons[battler];
  memset(b, 0, sizeof *b);
  b->species = mon_get(mon, 'G', 0);
  for (int i = 0; i < 4; i++) {
    b->moves[i] = mon_get(mon, 'A', i * 2);
    b->pp[i] = mon_get(mon, 'A', 8 + (i & 2)) >> (i & 1 ? 8 : 0);
  }
  for (int i = 0; i < 8; i++) b->stages[i] = NEUTRAL;
  b->attack = mon->stats[0];
  b->defense = mon->stats[1];
  b->speed = mon->stats[2];
  b->spAttack = mon->stats[3];
  b->spDefense = mon->stats[4];
  b->hp = mon->hp;
  b->maxHp = mon->maxHp;
  b->level = mon->level;
  b->experience = mon_get(mon, 'G', 4);
  b->status = mon->status;
  b->personality = mon->personality;
  b->otId = mon->otId;
  memcpy(b->nickname, mon->nickname, 10);
  b->nickname[10] = 0xFF;
}
static void count_moves(void) {
  gNumberOfMovesToChoose = 0;
  for (int i = 0; i < 4; i++) gNumberOfMovesToChoose += own()->moves[i] != 0;
}
static void enter_own(int slot) {
  gBattlerPartyIndexes[0] = slot;
  enter(0, &gPlayerParty[slot]);
  count_moves();
  gMoveSelectionCursor[0] = 0;
}
static Mon* own_mon(void) { return &gPlayerParty[gBattlerPartyIndexes[0]]; }
static void keep_own(void) {
  Mon* mon = own_mon();
  mon->hp = own()->hp;
  mon->status = own()->status;
  mon->level = own()->level;
  mon_set(mon, 'G', 4, own()->experience);
  for (int i = 0; i < 4; i++) mon_set(mon, 'A', i * 2, own()->moves[i]);
  mon_set(mon, 'A', 8, own()->pp[0] | own()->pp[1] << 8);
  mon_set(mon, 'A', 10, own()->pp[2] | own()->pp[3] << 8);
}
static void enter_foe(int index) {
  gBattlerPartyIndexes[1] = index;
  enter(1, &gEnemyParty[index]);
}
void battle_begin(int trainer) {
  isTrainer = trainer;
  memset(gEnemyParty, 0, sizeof gEnemyParty);
  if (trainer) {
    mon_make(&gEnemyParty[0], KIND_FIRST, 4, 0x0A11CE01);
    mon_make(&gEnemyParty[1], KIND_SECOND, 5, 0x0B0B0202);
  } else {
    u32 high = random() << 16;
    mon_make(&gEnemyParty[0], KIND_WILD, 3, high | random());
  }
  gBattleTypeFlags = trainer ? BATTLE_TRAINER : BATTLE_WILD;
  gBattlersCount = 2;
  gBattleOutcome = 0;
  gActionSelectionCursor[0] = 0;
  int first = 0;
  while (first < gPlayerPartyCount - 1 && !gPlayerParty[first].hp) first++;
  enter_own(first);
  enter_foe(0);
  gTest.battles++;
  gMain.inBattle |= 2;
  gMain.callback2 = CB2_INIT_BATTLE;
  control(CTRL_IDLE);
  gBattlerControllerFuncs[1] = CTRL_IDLE;
  go(OPENING, OPEN_FRAMES);
}

// ---- menus
static void open_action(void) {
  battleview_actions();
  control(CTRL_ACTION);
  gBattlerInMenuId = 0;
  go(ACTION, 0);
}
// Two by two, without wrapping; a slot that is not there can't be reached.
static int moved(u8* cursor, int pressed, int slots) {
  int to = *cursor;
  if (pressed & KEY_LEFT && to & 1) to ^= 1;
  else if (pressed & KEY_RIGHT && !(to & 1)) to ^= 1;
  else if (pressed & KEY_UP && to & 2) to ^= 2;
  else if (pressed & KEY_DOWN && !(to & 2)) to ^= 2;
  if (to == *cursor || to >= slots) return 0;
  *cursor = to;
  return 1;
}
static int any_points(void) { return own()->pp[0] | own()->pp[1] | own()->pp[2] | own()->pp[3]; }
static void fight(void) {
  if (any_points()) {
    go(OPEN_MOVE, 0);
  } else {
    used = STRUGGLE;
    say(BUTTON, OWN_MOVE, own_name(), " has no\nmoves left!", 0, 0);
  }
}
static void run_away(void) {
  int away = gTest.runRule == RULE_ALWAYS || (gTest.runRule == RULE_CHANCE && random() & 3);
  if (isTrainer) {
    say(BUTTON, OPEN_ACTION, "No! There's no running\nfrom a TRAINER battle!", 0, 0, 0);
  } else if (away) {
    gBattleOutcome = OUTCOME_RAN;
    say(BUTTON, OVER, "Got away safely!", 0, 0, 0);
  } else {
    say(BUTTON, FOE_MOVE, "Can't escape!", 0, 0, 0);
  }
}
static void open_party(int why) {
  purpose = why;
  keep_own();
  control(CTRL_OPEN_PARTY);
  go(OPEN_PARTY, SCREEN_FRAMES);
}
static void open_bag(void) {
  keep_own();
  control(CTRL_OPEN_BAG);
  go(OPEN_BAG, SCREEN_FRAMES);
}
static void action_frame(int pressed) {
  if (moved(&gActionSelectionCursor[0], pressed, 4)) {
    battleview_actions();
  } else if (pressed & KEY_A) {
    switch (gActionSelectionCursor[0]) {
      case 0: fight(); break;
      case 1: open_bag(); break;
      case 2: open_party(PARTY_SWITCH); break;
      default: run_away();
    }
  }
}
static void open_move(void) {
  battleview_moves();
  control(CTRL_MOVE);
  go(MOVE, 0);
}
static void move_frame(int pressed) {
  int cursor = gMoveSelectionCursor[0];
  if (moved(&gMoveSelectionCursor[0], pressed, gNumberOfMovesToChoose)) {
    battleview_moves();
  } else if (pressed & KEY_B) {
    go(OPEN_ACTION, 0);
  } else if (pressed & KEY_A && !own()->pp[cursor]) {
    say(BUTTON, OPEN_MOVE, "There's no PP left\nfor this move!", 0, 0, 0);
  } else if (pressed & KEY_A) {
    used = own()->moves[cursor];
    own()->pp[cursor]--;
    keep_own();
    go(OWN_MOVE, 0);
  }
}
static void shift_to(int slot) {
  shiftTo = slot;
  if (forced)
    go(SHIFTED, 0);
  else
    say(AUTO, SHIFT, own_name(), ", come back!", 0, 0);
}
static void heal(int slot, int item) {
  Mon* mon = &gPlayerParty[slot];
  int hp = mon->hp + item_heals(item);
  mon->hp = hp > mon->maxHp ? mon->maxHp : hp;
  if (slot == gBattlerPartyIndexes[0]) own()->hp = mon->hp;
  bag_use(item);
  battleview_all();
  say(BUTTON, FOE_MOVE, mon_name(mon_get(mon, 'G', 0)), " feels better.", 0, 0);
}
static void bag_closed(void) {
  int item = bag_result();
  battleview_all();
  if (!item) {
    go(OPEN_ACTION, 0);
  } else if (item_heals(item)) {
    used = item;
    open_party(PARTY_ITEM);
  } else {
    bag_use(item);
    say(AUTO, THROW, "You threw a ", item_name(item), "!", 0);
  }
}
static void party_closed(void) {
  int slot = partymenu_result();
  battleview_all();
  if (purpose == PARTY_ITEM) {
    if (slot < 0) open_bag();
    else heal(slot, used);
  } else if (slot < 0) {
    go(OPEN_ACTION, 0);
  } else {
    shift_to(slot);
  }
}

// ---- turns
static int hit_by(BattleMon* attacker, int power) {
  if (!power) return 0;
  int points = (power >> 3) + (attacker->level >> 1) + (random() & 1) - (NEUTRAL - attacker->stages[ATTACK_STAGE]);
  return points < 1 ? 1 : points;
}
static void strike(BattleMon* attacker, BattleMon* target) {
  if (!damage && target->stages[ATTACK_STAGE] > 0) target->stages[ATTACK_STAGE]--;
  target->hp = target->hp > damage ? target->hp - damage : 0;
  if (used == MOVE_ABSORB) {
    attacker->hp += damage >> 1;
    if (attacker->hp > attacker->maxHp) attacker->hp = attacker->maxHp;
  }
  gEnemyParty[gBattlerPartyIndexes[1]].hp = foe()->hp;
  keep_own();
  battleview_health();
}
static void own_move(void) {
  damage = hit_by(own(), used == STRUGGLE ? STRUGGLE_POWER : move_power(used));
  say(AUTO, OWN_HIT, own_name(), " used\n", used == STRUGGLE ? "STRUGGLE" : move_name(used), "!");
}
static void foe_move(void) {
  int known = foe()->moves[1] ? random() & 1 : 0;
  used = foe()->moves[known];
  damage = hit_by(foe(), move_power(used));
  say(AUTO, FOE_HIT, isTrainer ? "Foe " : "Wild ", foe_name(), " used\n", move_name(used));
}
static void own_hit(void) {
  if (!timer) {
    strike(own(), foe());
    timer = HIT_FRAMES;
  } else if (!--timer) {
    go(foe()->hp ? FOE_MOVE : FOE_FAINTED, 0);
  }
}
static void foe_hit(void) {
  if (!timer) {
    strike(foe(), own());
    timer = HIT_FRAMES;
  } else if (!--timer) {
    if (own()->hp)
      go(OPEN_ACTION, 0);
    else
      say(BUTTON, FAINTED, own_name(), " fainted!", 0, 0);
  }
}
static void fainted(void) {
  if (party_able()) {
    forced = 1;
    open_party(PARTY_FORCED);
  } else {
    gBattleOutcome = OUTCOME_LOST;
    say(BUTTON, OVER, "You have no more monsters that\ncan fight!\fYou blacked out!", 0, 0, 0);
  }
}
static void gain(void) {
  own()->experience += EXPERIENCE;
  keep_own();
  say(BUTTON, GROW, own_name(), " gained\n40 EXP. Points!", 0, 0);
}
static void grow(void) {
  u32 next = own()->level + 1;
  if (own()->experience < next * next * next) {
    go(NEXT_FOE, 0);
    return;
  }
  own()->level++;
  own_mon()->maxHp = ++own()->maxHp;
  own()->hp++;
  keep_own();
  battleview_health();
  int learns = own()->species == LEARNER && own()->level == LEARN_LEVEL;
  say(BUTTON, learns ? LEARN : NEXT_FOE, own_name(), " grew a level!", 0, 0);
}
static void learn(void) {
  append(append(append(append(line, own_name()), " wants to learn\nABSORB.\fIt knows four moves already.\nForget "),
                move_name(own()->moves[LEARN_SLOT])), " for it?");
  text_show(gDisplayedStringBattle, line, 0, 0);
  control(CTRL_TEXT);
  gMultiUsePlayerCursor = 0;
  go(YES_NO, 0);
}
static void yes_no_frame(int pressed) {
  if (text_update() != TEXT_SHOWN) return;
  if (gBattlerControllerFuncs[0] != CTRL_YES_NO) {
    control(CTRL_YES_NO);
    battleview_yes_no();
  } else if (pressed & (KEY_UP | KEY_DOWN)) {
    gMultiUsePlayerCursor = pressed & KEY_DOWN ? 1 : 0;
    battleview_yes_no();
  } else if (pressed & (KEY_A | KEY_B)) {
    int yes = pressed & KEY_A && !gMultiUsePlayerCursor;
    text_close();
    battleview_all();
    if (yes) {
      own()->moves[LEARN_SLOT] = MOVE_ABSORB;
      own()->pp[LEARN_SLOT] = move_pp(MOVE_ABSORB);
      keep_own();
    }
    say(BUTTON, NEXT_FOE, own_name(), yes ? " learned ABSORB!" : " did not learn\nABSORB.", 0, 0);
  }
}
static void next_foe(void) {
  if (isTrainer && gBattlerPartyIndexes[1] == 0) {
    enter_foe(1);
    battleview_all();
    say(AUTO, OPEN_ACTION, "RANGER sent out\n", foe_name(), "!", 0);
    return;
  }
  gBattleOutcome = OUTCOME_WON;
  if (!isTrainer) {
    go(OVER, 0);
    return;
  }
  flag_set(FLAG_TRAINER, 1);
  flag_set(FLAG_BADGE_1, 1);
  money_set(money_get() + PRIZE);
  say(BUTTON, OVER, "RANGER was defeated!\fWell played. Take this badge\nand 500 coins.", 0, 0, 0);
}
static void throw_ball(void) {
  int caught = gTest.catchRule == RULE_ALWAYS || (gTest.catchRule == RULE_CHANCE && random() & 1);
  if (isTrainer) {
    say(BUTTON, FOE_MOVE, "The RANGER blocked the BALL!\nDon't be a thief!", 0, 0, 0);
  } else if (!caught) {
    say(BUTTON, FOE_MOVE, "Oh, no! It broke free!", 0, 0, 0);
  } else {
    gBattleOutcome = OUTCOME_CAUGHT;
    if (gPlayerPartyCount < PARTY) {
      gPlayerParty[gPlayerPartyCount] = gEnemyParty[0];
      gPlayerPartyCount++;
    }
    say(BUTTON, OVER, "Gotcha! ", foe_name(), " was caught!", 0);
  }
}
static void opening(void) {
  if (timer == OPEN_FRAMES) battleview_all();
  if (--timer) return;
  gMain.callback2 = CB2_BATTLE;
  if (isTrainer)
    say(BUTTON, SEND_FOE, "RANGER wants to battle!", 0, 0, 0);
  else
    say(BUTTON, SEND, "Wild ", foe_name(), " appeared!", 0);
}
static int over(void) {
  keep_own();
  gMain.inBattle &= ~2;
  return 1;
}
// Returns 1 when the battle has ended.
int battle_frame(int pressed) {
  switch (state) {
    case OPENING: opening(); break;
    case TEXT: text_frame(pressed); break;
    case SEND: say(AUTO, OPEN_ACTION, "Go! ", own_name(), "!", 0); break;
    case SEND_FOE: say(AUTO, SEND, "RANGER sent out\n", foe_name(), "!", 0); break;
    case OPEN_ACTION: open_action(); break;
    case ACTION: action_frame(pressed); break;
    case OPEN_MOVE: open_move(); break;
    case MOVE: move_frame(pressed); break;
    case OPEN_BAG: if (!--timer) { control(CTRL_WAIT_BAG); state = BAG; bag_open(1); } break;
    case BAG: bag_closed(); break;
    case OPEN_PARTY: if (!--timer) { control(CTRL_WAIT_PARTY); state = PARTY_OPEN; partymenu_open(purpose); } break;
    case PARTY_OPEN: party_closed(); break;
    case OWN_MOVE: own_move(); break;
    case OWN_HIT: own_hit(); break;
    case FOE_MOVE: foe_move(); break;
    case FOE_HIT: foe_hit(); break;
    case FOE_FAINTED: say(BUTTON, GAIN, isTrainer ? "Foe " : "Wild ", foe_name(), " fainted!", 0); break;
    case GAIN: gain(); break;
    case GROW: grow(); break;
    case LEARN: learn(); break;
    case YES_NO: yes_no_frame(pressed); break;
    case NEXT_FOE: next_foe(); break;
    case FAINTED: fainted(); break;
    case SHIFT: state = SHIFTED; break;
    case SHIFTED: {
      int wasForced = forced;
      forced = 0;
      enter_own(shiftTo);
      battleview_all();
      say(AUTO, wasForced ? OPEN_ACTION : FOE_MOVE, "Go! ", own_name(), "!", 0);
      break;
    }
    case THROW: throw_ball(); break;
    default: return over();
  }
  return 0;
}
