//! One game of the world as a system sees it: its records, its clock, its stories.
use starknet::{ContractAddress, get_block_timestamp, get_caller_address, get_tx_info};
use crate::models::{Coord, ExplorerTroops, Model, StoryKind, Structure, WorldConfig};
use crate::world::{IWorldDispatcher, IWorldDispatcherTrait};

#[derive(Copy, Drop)]
pub struct Game {
    pub world: IWorldDispatcher,
    pub id: u32,
    pub config: WorldConfig,
    pub now: u64,
}

/// The game by its number, which must exist and have begun.
#[inline(never)]
pub fn open(world: ContractAddress, game_id: u32) -> Game {
    let world = IWorldDispatcher { contract_address: world };
    let mut words = world.get(selector!("s2-WorldConfig"), array![game_id.into()].span());
    assert!(!words.is_empty(), "game {} does not exist", game_id);
    let config: WorldConfig = Serde::deserialize(ref words).unwrap();
    let now = get_block_timestamp();
    assert!(now >= config.start_at, "game {} begins at {}", game_id, config.start_at);
    Game { world, id: game_id, config, now }
}

#[generate_trait]
pub impl GameImpl of GameTrait {
    /// The record with these keys behind the game's number.
    fn find<T, +Serde<T>, impl M: Model<T>>(self: @Game, keys: Span<felt252>) -> Option<T> {
        let mut words = (*self.world).get(M::SELECTOR, prefixed(*self.id, keys));
        if words.is_empty() {
            None
        } else {
            Serde::deserialize(ref words)
        }
    }

    fn put<T, +Serde<T>, +Drop<T>, impl M: Model<T>>(
        self: @Game, keys: Span<felt252>, value: T,
    ) {
        let mut words = array![];
        value.serialize(ref words);
        (*self.world).set(M::SELECTOR, prefixed(*self.id, keys), words.span());
    }

    fn drop<T, impl M: Model<T>>(self: @Game, keys: Span<felt252>) {
        (*self.world).remove(M::SELECTOR, prefixed(*self.id, keys));
    }

    fn emit<T, +Serde<T>, +Drop<T>, impl M: Model<T>>(
        self: @Game, keys: Span<felt252>, value: T,
    ) {
        let mut words = array![];
        value.serialize(ref words);
        (*self.world).emit_event(M::SELECTOR, prefixed(*self.id, keys), words.span());
    }

    fn uuid(self: @Game) -> u32 {
        (*self.world).uuid()
    }

    /// The number of the army's tick.
    fn tick(self: @Game) -> u64 {
        *self.now / *self.config.tick_seconds
    }

    #[inline(never)]
    fn structure(self: @Game, id: u32) -> Structure {
        let found: Option<Structure> = self.find(array![id.into()].span());
        assert!(found.is_some(), "structure {} does not exist", id);
        found.unwrap()
    }

    /// The structure, which must be the caller's.
    #[inline(never)]
    fn own_structure(self: @Game, id: u32) -> Structure {
        let structure = self.structure(id);
        assert!(structure.owner == get_caller_address(), "structure {} is not yours", id);
        structure
    }

    fn put_structure(self: @Game, id: u32, structure: Structure) {
        self.put(array![id.into()].span(), structure);
    }

    #[inline(never)]
    fn explorer(self: @Game, id: u32) -> ExplorerTroops {
        let found: Option<ExplorerTroops> = self.find(array![id.into()].span());
        assert!(found.is_some(), "explorer {} does not exist", id);
        found.unwrap()
    }

    /// The explorer and its home, which must be the caller's.
    #[inline(never)]
    fn own_explorer(self: @Game, id: u32) -> (ExplorerTroops, Structure) {
        let explorer = self.explorer(id);
        let home = self.structure(explorer.owner);
        assert!(home.owner == get_caller_address(), "explorer {} is not yours", id);
        (explorer, home)
    }

    fn put_explorer(self: @Game, id: u32, explorer: ExplorerTroops) {
        self.put(array![id.into()].span(), explorer);
    }

    /// Tells what the caller did with an entity, and three numbers whose meaning is the kind's.
    #[inline(never)]
    fn story(
        self: @Game, kind: StoryKind, entity_id: u32, first: u128, second: u128, third: u128,
    ) {
        let mut words = array![get_caller_address().into(), entity_id.into()];
        words.append(get_tx_info().unbox().transaction_hash);
        kind.serialize(ref words);
        words.append((*self.now).into());
        words.append(first.into());
        words.append(second.into());
        words.append(third.into());
        let id = self.uuid();
        (*self.world)
            .emit_event(
                selector!("s2-StoryEvent"), array![(*self.id).into(), id.into()].span(), words.span(),
            );
    }
}

pub fn coord_of(structure: @Structure) -> Coord {
    Coord { alt: false, x: *structure.base.x, y: *structure.base.y }
}

fn prefixed(game_id: u32, keys: Span<felt252>) -> Span<felt252> {
    let mut all = array![game_id.into()];
    all.append_span(keys);
    all.span()
}
