//! One exchange of blows, decided by numbers alone, and what a winner carries away.
use core::num::traits::Zero;
use starknet::{ContractAddress, get_caller_address};
use crate::game::{Game, GameTrait};
use crate::models::{
    BattleEvent, Coord, ExplorerTroops, PRECISION, StoryKind, Structure, TroopType, Troops,
};
use crate::resources::{grant, load, store};
use crate::troops::tier_index;

/// Of the other side's strength, what an attacker and a defender strike down, in percent.
const ATTACK_PERCENT: u128 = 50;
const DEFENCE_PERCENT: u128 = 40;
/// What troops of the stronger kind count, in percent.
const ADVANTAGE: u128 = 125;
/// A troop carries ten units.
const CARRY: u128 = 10;

/// What attacker and defender lose: whole troops, rounded up, never more than there are.
#[inline(never)]
pub fn losses(attacker: @Troops, defender: @Troops) -> (u128, u128) {
    let by_defender = loss(attacker, power(defender, attacker) * DEFENCE_PERCENT);
    let by_attacker = loss(defender, power(attacker, defender) * ATTACK_PERCENT);
    (by_defender, by_attacker)
}

/// Strength against such troops, times 100.
pub fn power(side: @Troops, against: @Troops) -> u128 {
    let kind = if beats(*side.category, *against.category) {
        ADVANTAGE
    } else {
        100
    };
    *side.count * strength(side) * kind
}

fn loss(side: @Troops, struck: u128) -> u128 {
    let fallen = struck / (10000 * strength(side));
    let whole = (fallen + PRECISION - 1) / PRECISION * PRECISION;
    if whole > *side.count {
        *side.count
    } else {
        whole
    }
}

/// A tier counts three of the one below.
fn strength(side: @Troops) -> u128 {
    let tier = tier_index(*side.tier);
    if tier == 0 {
        1
    } else if tier == 1 {
        3
    } else {
        9
    }
}

fn beats(a: TroopType, b: TroopType) -> bool {
    match a {
        TroopType::Knight => b == TroopType::Crossbowman,
        TroopType::Crossbowman => b == TroopType::Paladin,
        TroopType::Paladin => b == TroopType::Knight,
    }
}

#[inline(never)]
pub fn check_foe(id: u32, home: @Structure) {
    assert!(*home.owner != get_caller_address(), "{} is your own", id);
}

#[inline(never)]
pub fn check_rested(game: @Game, id: u32, explorer: @ExplorerTroops) {
    assert!(
        *game.now >= *explorer.battle_cooldown_end,
        "explorer {} rests from battle until {}",
        id,
        *explorer.battle_cooldown_end,
    );
}

pub fn cooldown_end(game: @Game) -> u64 {
    *game.now + *game.config.battle_cooldown_ticks * *game.config.tick_seconds
}

/// Takes from one entity to an explorer what the list says, bounded for each by what is there (or
/// a part of it), and in all by what the troops can carry beside what they took now.
#[inline(never)]
pub fn steal(
    game: @Game, from: u32, to: u32, count: u128, list: Span<(u8, u128)>, part: u128,
) -> u128 {
    let mut room = count * CARRY;
    let mut stolen: u128 = 0;
    for (resource_type, wanted) in list {
        let mut held = load(game, from, *resource_type);
        let taken = smaller(smaller(*wanted, held.balance / part), room);
        if taken != 0 {
            held.balance -= taken;
            store(game, from, *resource_type, held);
            grant(game, to, *resource_type, taken);
            room -= taken;
            stolen += taken;
        }
    }
    stolen
}

fn smaller(a: u128, b: u128) -> u128 {
    if a < b {
        a
    } else {
        b
    }
}

/// One side of a battle as it is told.
#[derive(Copy, Drop)]
pub struct Side {
    pub id: u32,
    pub owner: ContractAddress,
    pub loss: u128,
    pub left: u128,
}

/// Tells of a battle. The winner is who still stands where the other does not; zero where both or
/// none do.
#[inline(never)]
pub fn tell(game: @Game, attacker: Side, defender: Side, at: Coord, kind: StoryKind, stolen: u128) {
    let winner_id = if attacker.left.is_zero() == defender.left.is_zero() {
        0
    } else if defender.left.is_zero() {
        attacker.id
    } else {
        defender.id
    };
    let event = BattleEvent {
        attacker_id: attacker.id,
        defender_id: defender.id,
        attacker_owner: attacker.owner,
        defender_owner: defender.owner,
        winner_id,
        attacker_loss: attacker.loss,
        defender_loss: defender.loss,
        x: at.x,
        y: at.y,
        timestamp: *game.now,
    };
    let id = game.uuid();
    game.emit(array![id.into()].span(), event);
    game.story(kind, attacker.id, defender.id.into(), winner_id.into(), stolen);
}
