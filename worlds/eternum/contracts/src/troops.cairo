//! Troops of explorers and guards: what they cost, their slots and their stamina.
use crate::game::{Game, GameTrait, coord_of};
use crate::hex::{Direction, neighbour};
use crate::models::{
    Coord, ExplorerTroops, GuardSlot, PRECISION, Structure, TroopTier, TroopType, Troops,
};
use crate::tiles::vacate;

/// Most troops in one place.
pub const MAX_TROOPS: u128 = 500_000 * PRECISION;

/// The resource that pays for such troops.
pub fn resource_of(category: TroopType, tier: TroopTier) -> u8 {
    let first: u8 = match category {
        TroopType::Knight => 26,
        TroopType::Crossbowman => 29,
        TroopType::Paladin => 32,
    };
    first + tier_index(tier)
}

pub fn tier_index(tier: TroopTier) -> u8 {
    match tier {
        TroopTier::T1 => 0,
        TroopTier::T2 => 1,
        TroopTier::T3 => 2,
    }
}

#[inline(never)]
pub fn check_amount(amount: u128) {
    assert!(amount != 0, "the amount of troops is zero");
    assert!(amount % PRECISION == 0, "the amount {} is no multiple of {}", amount, PRECISION);
}

#[inline(never)]
pub fn check_total(count: u128) {
    assert!(count <= MAX_TROOPS, "at most {} troops, not {}", MAX_TROOPS, count);
}

/// Fresh troops at this tick.
pub fn fresh(game: @Game, category: TroopType, tier: TroopTier, count: u128) -> Troops {
    Troops { category, tier, count, stamina: *game.config.stamina.initial, updated_tick: game.tick() }
}

/// Stamina grows with each tick up to its maximum.
pub fn rested(game: @Game, troops: Troops) -> Troops {
    let mut troops = troops;
    let tick = game.tick();
    let gained = troops.stamina + (tick - troops.updated_tick) * *game.config.stamina.gain_per_tick;
    let most = *game.config.stamina.max;
    troops.stamina = if gained > most {
        most
    } else {
        gained
    };
    troops.updated_tick = tick;
    troops
}

/// The troops without the stamina that something costs.
#[inline(never)]
pub fn tired(game: @Game, id: u32, troops: Troops, cost: u64) -> Troops {
    let mut troops = rested(game, troops);
    assert!(
        troops.stamina >= cost, "explorer {} needs {} stamina and has {}", id, cost, troops.stamina,
    );
    troops.stamina -= cost;
    troops
}

pub fn guard(structure: @Structure, slot: GuardSlot) -> Troops {
    match slot {
        GuardSlot::Delta => *structure.delta,
        GuardSlot::Charlie => *structure.charlie,
        GuardSlot::Bravo => *structure.bravo,
        GuardSlot::Alpha => *structure.alpha,
    }
}

pub fn with_guard(structure: Structure, slot: GuardSlot, troops: Troops) -> Structure {
    let mut structure = structure;
    match slot {
        GuardSlot::Delta => structure.delta = troops,
        GuardSlot::Charlie => structure.charlie = troops,
        GuardSlot::Bravo => structure.bravo = troops,
        GuardSlot::Alpha => structure.alpha = troops,
    }
    structure
}

pub fn slot_index(slot: GuardSlot) -> u8 {
    match slot {
        GuardSlot::Delta => 0,
        GuardSlot::Charlie => 1,
        GuardSlot::Bravo => 2,
        GuardSlot::Alpha => 3,
    }
}

/// A slot is open where the structure's level gives it.
#[inline(never)]
pub fn check_slot(structure_id: u32, structure: @Structure, slot: GuardSlot) {
    assert!(
        slot_index(slot) < *structure.base.max_guards,
        "structure {} has {} guard slots",
        structure_id,
        *structure.base.max_guards,
    );
}

#[inline(never)]
pub fn check_same(a: @Troops, b: @Troops) {
    assert!(
        *a.category == *b.category && *a.tier == *b.tier, "troops differ in category or tier",
    );
}

/// Troops that join others: the tired and the others rest together, so stamina is the lower one.
#[inline(never)]
pub fn joined(game: @Game, into: Troops, from: Troops, count: u128) -> Troops {
    if into.count == 0 {
        let mut moved = rested(game, from);
        moved.count = count;
        return moved;
    }
    check_same(@into, @from);
    let mut both = rested(game, into);
    let other = rested(game, from);
    if other.stamina < both.stamina {
        both.stamina = other.stamina;
    }
    both.count += count;
    check_total(both.count);
    both
}

#[inline(never)]
pub fn check_adjacent(from: Coord, direction: Direction, to: Coord, what: felt252, id: u32) {
    if neighbour(from, direction) != to {
        let mut name: ByteArray = "";
        name.append_word(what, if what == 'explorer' {
            8
        } else {
            9
        });
        panic!("{} {} is not there", name, id);
    }
}

pub fn check_beside_structure(
    from: Coord, direction: Direction, id: u32, structure: @Structure,
) {
    check_adjacent(from, direction, coord_of(structure), 'structure', id);
}

/// Keeps the explorer, or takes it off the map where none of its troops is left.
#[inline(never)]
pub fn keep_or_remove(game: @Game, id: u32, explorer: ExplorerTroops) {
    if explorer.troops.count != 0 {
        game.put_explorer(id, explorer);
        return;
    }
    remove(game, id, explorer);
}

/// Takes the explorer off the map and off its home's count.
#[inline(never)]
pub fn remove(game: @Game, id: u32, explorer: ExplorerTroops) {
    vacate(game, explorer.coord);
    let mut home = game.structure(explorer.owner);
    home.base.explorers -= 1;
    game.put_structure(explorer.owner, home);
    game.drop::<ExplorerTroops>(array![id.into()].span());
}
