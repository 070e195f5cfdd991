//! Explorers go: over explored tiles by any path, into the unknown by one step and a random find.
use crate::hex::Direction;

#[starknet::interface]
pub trait ITroopMovement<T> {
    fn explorer_move(
        ref self: T, game_id: u32, explorer_id: u32, directions: Span<Direction>, explore: bool,
    );
}

#[starknet::contract]
pub mod troop_movement_systems {
    use starknet::storage::{StoragePointerReadAccess, StoragePointerWriteAccess};
    use starknet::{ContractAddress, get_caller_address};
    use crate::game::{Game, GameTrait, open};
    use crate::hex::{Direction, neighbour};
    use crate::models::{Coord, OccupierKind, PRECISION, StoryKind};
    use crate::resources::grant;
    use crate::systems::vrf::{IVrfProviderDispatcher, IVrfProviderDispatcherTrait, Source};
    use crate::tiles::{free_tile, occupy, put_tile, tile, vacate};
    use crate::troops::tired;
    use crate::world::IWorldDispatcherTrait;

    const MAX_STEPS: u32 = 50;
    const BIOMES: u256 = 16;
    const FINDS: u256 = 8;
    const FIND_MIN: u128 = 10;
    const FIND_RANGE: u256 = 41;

    #[storage]
    struct Storage {
        world: ContractAddress,
    }

    #[constructor]
    fn constructor(ref self: ContractState, world: ContractAddress) {
        self.world.write(world);
    }

    #[abi(embed_v0)]
    impl TroopMovement of super::ITroopMovement<ContractState> {
        fn explorer_move(
            ref self: ContractState,
            game_id: u32,
            explorer_id: u32,
            directions: Span<Direction>,
            explore: bool,
        ) {
            let game = open(self.world.read(), game_id);
            let (mut explorer, _) = game.own_explorer(explorer_id);
            let steps = directions.len();
            assert!(steps != 0, "the path is empty");
            assert!(steps <= MAX_STEPS, "a path has at most {} steps, not {}", MAX_STEPS, steps);
            let costs = game.config.stamina;
            let cost = if explore {
                assert!(steps == 1, "exploring takes one step, not {}", steps);
                costs.explore_cost
            } else {
                costs.travel_cost * steps.into()
            };
            explorer.troops = tired(@game, explorer_id, explorer.troops, cost);
            vacate(@game, explorer.coord);
            if explore {
                explorer.coord = neighbour(explorer.coord, *directions[0]);
                uncover(@game, explorer_id, explorer.coord);
            } else {
                for direction in directions {
                    explorer.coord = neighbour(explorer.coord, *direction);
                    free_tile(@game, explorer.coord);
                }
                let (x, y) = (explorer.coord.x.into(), explorer.coord.y.into());
                game.story(StoryKind::ExplorerMoveStory, explorer_id, x, y, steps.into());
            }
            occupy(@game, explorer.coord, explorer_id);
            game.put_explorer(explorer_id, explorer);
        }
    }

    /// Gives an unknown tile its biome and the explorer what lies there.
    fn uncover(game: @Game, explorer_id: u32, at: Coord) {
        let mut there = tile(game, at);
        assert!(there.biome == 0, "tile {},{} is explored", at.x, at.y);
        assert!(there.occupier_kind == OccupierKind::None, "tile {},{} is taken", at.x, at.y);
        let provider = (*game.world).contract('vrf_provider');
        let random: u256 = IVrfProviderDispatcher { contract_address: provider }
            .consume_random(Source::Nonce(get_caller_address()))
            .into();
        there.biome = (1 + random % BIOMES).try_into().unwrap();
        put_tile(game, at, there);
        let rest = random / BIOMES;
        let resource_type = find(rest % FINDS);
        let units: u128 = (rest / FINDS % FIND_RANGE).try_into().unwrap();
        let amount = (FIND_MIN + units) * PRECISION;
        grant(game, explorer_id, resource_type, amount);
        game
            .story(
                StoryKind::ExplorerExploreStory,
                explorer_id,
                resource_type.into(),
                amount,
                there.biome.into(),
            );
    }

    /// Stone, Coal, Wood, Copper, Labor, Donkey, Wheat or Fish.
    fn find(index: u256) -> u8 {
        let index: u32 = index.try_into().unwrap();
        let finds: [u8; 8] = [1, 2, 3, 4, 23, 25, 35, 36];
        *finds.span()[index]
    }
}
