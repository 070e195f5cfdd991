//! Balances with what was produced since, lists of resources, donkeys and arrivals.
use crate::game::{Game, GameTrait};
use crate::hex::distance;
use crate::models::{Coord, PRECISION, Resource, ResourceArrival};

pub const DONKEY: u8 = 25;
pub const LORDS: u8 = 37;
pub const LAST_TYPE: u8 = 38;
/// The longest list of resources in one call.
pub const MAX_LIST: u32 = 38;

#[inline(never)]
pub fn check_type(resource_type: u8) {
    assert!(
        resource_type != 0 && resource_type <= LAST_TYPE, "resource {} does not exist", resource_type,
    );
}

/// A list that is neither empty nor too long, of resources that exist and amounts above zero.
#[inline(never)]
pub fn check_list(resources: Span<(u8, u128)>) {
    assert!(!resources.is_empty(), "the list of resources is empty");
    check_bounds(resources);
}

#[inline(never)]
pub fn check_bounds(resources: Span<(u8, u128)>) {
    assert!(resources.len() <= MAX_LIST, "at most {} resources, not {}", MAX_LIST, resources.len());
    for (resource_type, amount) in resources {
        check_type(*resource_type);
        assert!(*amount != 0, "the amount of resource {} is zero", *resource_type);
    }
}

/// What an entity has of a resource, with its production until now, which is bounded by what is
/// left to put out.
#[inline(never)]
pub fn load(game: @Game, entity_id: u32, resource_type: u8) -> Resource {
    let now = *game.now;
    let found: Option<Resource> = game.find(keys(entity_id, resource_type));
    match found {
        Some(resource) => {
            let mut resource = resource;
            let seconds = now - resource.last_updated_at;
            let made: u128 = resource.production_rate.into() * seconds.into();
            let made = if made > resource.output_amount_left {
                resource.output_amount_left
            } else {
                made
            };
            resource.balance += made;
            resource.output_amount_left -= made;
            resource.last_updated_at = now;
            resource
        },
        None => Resource {
            balance: 0,
            building_count: 0,
            production_rate: 0,
            output_amount_left: 0,
            last_updated_at: now,
        },
    }
}

pub fn store(game: @Game, entity_id: u32, resource_type: u8, resource: Resource) {
    game.put(keys(entity_id, resource_type), resource);
}

#[inline(never)]
pub fn spend(game: @Game, entity_id: u32, resource_type: u8, amount: u128) {
    let mut resource = load(game, entity_id, resource_type);
    assert!(
        resource.balance >= amount,
        "entity {} needs {} of resource {} and has {}",
        entity_id,
        amount,
        resource_type,
        resource.balance,
    );
    resource.balance -= amount;
    store(game, entity_id, resource_type, resource);
}

#[inline(never)]
pub fn grant(game: @Game, entity_id: u32, resource_type: u8, amount: u128) {
    let mut resource = load(game, entity_id, resource_type);
    resource.balance += amount;
    store(game, entity_id, resource_type, resource);
}

pub fn spend_all(game: @Game, entity_id: u32, resources: Span<(u8, u128)>) {
    for (resource_type, amount) in resources {
        spend(game, entity_id, *resource_type, *amount);
    }
}

/// Takes from an entity the donkeys that carry this weight: whole ones, which do not come back.
#[inline(never)]
pub fn burn_donkeys(game: @Game, entity_id: u32, resources: Span<(u8, u128)>) {
    let mut weight: u128 = 0;
    for (resource_type, amount) in resources {
        // Lords weigh nothing, and a donkey walks by itself.
        if *resource_type != LORDS && *resource_type != DONKEY {
            weight += *amount;
        }
    }
    if weight == 0 {
        return;
    }
    let capacity = *game.config.donkey_capacity;
    let donkeys = (weight - 1) / capacity + 1;
    let mut held = load(game, entity_id, DONKEY);
    assert!(
        held.balance / PRECISION >= donkeys,
        "entity {} needs {} donkeys and has {}",
        entity_id,
        donkeys,
        held.balance / PRECISION,
    );
    held.balance -= donkeys * PRECISION;
    store(game, entity_id, DONKEY, held);
}

pub fn travel_seconds(game: @Game, from: Coord, to: Coord) -> u64 {
    distance(from, to) * *game.config.seconds_per_hex
}

/// Puts resources into the slot of a day that begins when they are there, or next after.
#[inline(never)]
pub fn arrive(game: @Game, structure_id: u32, seconds: u64, resources: Span<(u8, u128)>) {
    let slots: u64 = (*game.config.day_slots).into();
    let length = *game.config.day_seconds / slots;
    let period = (*game.now + seconds + length - 1) / length;
    let keys = arrival_keys(structure_id, period / slots, (period % slots).try_into().unwrap());
    let there: Option<ResourceArrival> = game.find(keys);
    let mut merged = match there {
        Some(arrival) => arrival.resources,
        None => array![].span(),
    };
    for pair in resources {
        merged = with(merged, *pair);
    }
    game.put(keys, ResourceArrival { resources: merged });
}

/// When the slot of a day can be claimed.
pub fn slot_begins(game: @Game, day: u64, slot: u8) -> u64 {
    let slots: u64 = (*game.config.day_slots).into();
    (day * slots + slot.into()) * (*game.config.day_seconds / slots)
}

pub fn arrival_keys(structure_id: u32, day: u64, slot: u8) -> Span<felt252> {
    array![structure_id.into(), day.into(), slot.into()].span()
}

/// The list with a pair more; one resource stands once in it.
fn with(list: Span<(u8, u128)>, pair: (u8, u128)) -> Span<(u8, u128)> {
    let (resource_type, amount) = pair;
    let mut out = array![];
    let mut merged = false;
    for (other, held) in list {
        if *other == resource_type {
            out.append((resource_type, *held + amount));
            merged = true;
        } else {
            out.append((*other, *held));
        }
    }
    if !merged {
        out.append(pair);
    }
    out.span()
}

fn keys(entity_id: u32, resource_type: u8) -> Span<felt252> {
    array![entity_id.into(), resource_type.into()].span()
}
