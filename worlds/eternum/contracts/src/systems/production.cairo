//! Buildings on a structure's inner hexes, and what they put out.
use crate::hex::Direction;
use crate::models::Coord;

#[starknet::interface]
pub trait IProduction<T> {
    fn create_building(
        ref self: T,
        game_id: u32,
        structure_id: u32,
        directions: Span<Direction>,
        building_category: u8,
        use_simple: bool,
    );
    fn destroy_building(ref self: T, game_id: u32, structure_id: u32, building_coord: Coord);
    fn pause_building_production(
        ref self: T, game_id: u32, structure_id: u32, building_coord: Coord,
    );
    fn resume_building_production(
        ref self: T, game_id: u32, structure_id: u32, building_coord: Coord,
    );
}

#[starknet::contract]
pub mod production_systems {
    use starknet::ContractAddress;
    use starknet::storage::{StoragePointerReadAccess, StoragePointerWriteAccess};
    use crate::game::{Game, GameTrait, open};
    use crate::hex::{Direction, neighbour};
    use crate::models::{
        Building, Coord, PRECISION, StoryKind, StructureBuildings, StructureCategory,
    };
    use crate::resources::{DONKEY, load, spend, store};

    const CENTRE: u32 = 10;
    const WORKERS_HUT: u8 = 1;
    const STOREHOUSE: u8 = 2;
    const LAST_CATEGORY: u8 = 39;
    const STONE: u8 = 1;
    const WOOD: u8 = 3;
    const LABOR: u8 = 23;
    const KNIGHT: u8 = 26;
    const PALADIN_T3: u8 = 34;
    const WHEAT: u8 = 35;
    const ESSENCE: u8 = 38;
    const POPULATION: u32 = 5;
    /// What one building puts out before it is exhausted: a week's production.
    const WEEK: u128 = 604800;

    #[storage]
    struct Storage {
        world: ContractAddress,
    }

    #[constructor]
    fn constructor(ref self: ContractState, world: ContractAddress) {
        self.world.write(world);
    }

    #[abi(embed_v0)]
    impl Production of super::IProduction<ContractState> {
        fn create_building(
            ref self: ContractState,
            game_id: u32,
            structure_id: u32,
            directions: Span<Direction>,
            building_category: u8,
            use_simple: bool,
        ) {
            let game = open(self.world.read(), game_id);
            let structure = game.own_structure(structure_id);
            let category = structure.base.category;
            assert!(
                category == StructureCategory::Realm || category == StructureCategory::Village,
                "structure {} has no place for buildings",
                structure_id,
            );
            assert!(
                building_category != 0 && building_category <= LAST_CATEGORY,
                "building {} does not exist",
                building_category,
            );
            let (x, y) = inner(structure_id, directions, structure.base.level);
            let keys = building_keys(structure_id, x, y);
            let before: Option<Building> = game.find(keys);
            assert!(before.is_none(), "place {},{} of structure {} is taken", x, y, structure_id);
            let count = settle(@game, structure_id, building_category);
            pay(@game, structure_id, use_simple, count);
            game.put(keys, Building { category: building_category, paused: false });
            if produces(building_category) {
                let resource_type = produced(building_category);
                let rate = rate(resource_type);
                let mut resource = load(@game, structure_id, resource_type);
                resource.building_count += 1;
                resource.production_rate += rate;
                resource.output_amount_left += rate.into() * WEEK;
                store(@game, structure_id, resource_type, resource);
            }
            told(@game, StoryKind::BuildingCreateStory, structure_id, building_category, x, y);
        }

        fn destroy_building(
            ref self: ContractState, game_id: u32, structure_id: u32, building_coord: Coord,
        ) {
            let (game, building, keys) = self.place(game_id, structure_id, building_coord);
            let category = building.category;
            let buildings_keys = array![structure_id.into()].span();
            let mut buildings: StructureBuildings = game.find(buildings_keys).unwrap();
            buildings.building_count -= 1;
            if category == WORKERS_HUT {
                let left = buildings.population_max - POPULATION;
                assert!(
                    buildings.population <= left,
                    "{} people live in structure {}, which would have room for {}",
                    buildings.population,
                    structure_id,
                    left,
                );
                buildings.population_max = left;
            } else {
                buildings.population -= people(category);
            }
            game.put(buildings_keys, buildings);
            if produces(category) {
                let resource_type = produced(category);
                let mut resource = load(@game, structure_id, resource_type);
                // Its part of what is still to come goes with it.
                resource.output_amount_left -= resource.output_amount_left
                    / resource.building_count.into();
                resource.building_count -= 1;
                if !building.paused {
                    resource.production_rate -= rate(resource_type);
                }
                store(@game, structure_id, resource_type, resource);
            }
            game.drop::<Building>(keys);
            let (x, y) = (building_coord.x, building_coord.y);
            told(@game, StoryKind::BuildingDestroyStory, structure_id, category, x, y);
        }

        fn pause_building_production(
            ref self: ContractState, game_id: u32, structure_id: u32, building_coord: Coord,
        ) {
            let (game, building, keys) = self.producing(game_id, structure_id, building_coord);
            let (x, y) = (building_coord.x, building_coord.y);
            assert!(!building.paused, "the building at {},{} is paused", x, y);
            let resource_type = produced(building.category);
            let mut resource = load(@game, structure_id, resource_type);
            resource.production_rate -= rate(resource_type);
            store(@game, structure_id, resource_type, resource);
            game.put(keys, Building { category: building.category, paused: true });
            told(@game, StoryKind::ProductionPauseStory, structure_id, building.category, x, y);
        }

        fn resume_building_production(
            ref self: ContractState, game_id: u32, structure_id: u32, building_coord: Coord,
        ) {
            let (game, building, keys) = self.producing(game_id, structure_id, building_coord);
            let (x, y) = (building_coord.x, building_coord.y);
            assert!(building.paused, "the building at {},{} is not paused", x, y);
            let resource_type = produced(building.category);
            let mut resource = load(@game, structure_id, resource_type);
            resource.production_rate += rate(resource_type);
            store(@game, structure_id, resource_type, resource);
            game.put(keys, Building { category: building.category, paused: false });
            told(@game, StoryKind::ProductionResumeStory, structure_id, building.category, x, y);
        }
    }

    #[generate_trait]
    impl Places of PlacesTrait {
        /// The building at a place of a structure that is the caller's.
        fn place(
            self: @ContractState, game_id: u32, structure_id: u32, at: Coord,
        ) -> (Game, Building, Span<felt252>) {
            let game = open(self.world.read(), game_id);
            game.own_structure(structure_id);
            let keys = building_keys(structure_id, at.x, at.y);
            let found: Option<Building> = game.find(keys);
            assert!(
                !at.alt && found.is_some(),
                "structure {} has no building at {},{}",
                structure_id,
                at.x,
                at.y,
            );
            (game, found.unwrap(), keys)
        }

        fn producing(
            self: @ContractState, game_id: u32, structure_id: u32, at: Coord,
        ) -> (Game, Building, Span<felt252>) {
            let (game, building, keys) = self.place(game_id, structure_id, at);
            assert!(
                produces(building.category), "the building at {},{} produces nothing", at.x, at.y,
            );
            (game, building, keys)
        }
    }

    /// Where a path from the centre ends.
    fn inner(structure_id: u32, directions: Span<Direction>, level: u8) -> (u32, u32) {
        let steps = directions.len();
        assert!(steps != 0, "the path is empty");
        let rings: u32 = level.into() + 1;
        assert!(
            steps <= rings, "structure {} has {} rings, not {}", structure_id, rings, steps,
        );
        let mut at = Coord { alt: false, x: CENTRE, y: CENTRE };
        for direction in directions {
            at = neighbour(at, *direction);
        }
        assert!(at.x != CENTRE || at.y != CENTRE, "the path ends in the centre");
        (at.x, at.y)
    }

    /// Gives the people of a new building their place; returns how many buildings were there.
    fn settle(game: @Game, structure_id: u32, category: u8) -> u128 {
        let keys = array![structure_id.into()].span();
        let mut buildings = game
            .find(keys)
            .unwrap_or(
                StructureBuildings { building_count: 0, population: 0, population_max: POPULATION },
            );
        let count = buildings.building_count;
        buildings.building_count += 1;
        if category == WORKERS_HUT {
            buildings.population_max += POPULATION;
        } else {
            buildings.population += people(category);
        }
        assert!(
            buildings.population <= buildings.population_max,
            "structure {} has room for {} people, not {}",
            structure_id,
            buildings.population_max,
            buildings.population,
        );
        game.put(keys, buildings);
        count.into()
    }

    /// Each building that stands makes the next one a tenth dearer.
    fn pay(game: @Game, structure_id: u32, use_simple: bool, count: u128) {
        let tenths = 10 + count;
        spend(game, structure_id, WHEAT, 3 * tenths * PRECISION);
        if use_simple {
            spend(game, structure_id, LABOR, 6 * tenths * PRECISION);
        } else {
            spend(game, structure_id, WOOD, 2 * tenths * PRECISION);
            spend(game, structure_id, STONE, tenths * PRECISION);
        }
    }

    fn people(category: u8) -> u32 {
        if produces(category) && is_troop(produced(category)) {
            2
        } else {
            1
        }
    }

    fn produces(category: u8) -> bool {
        category > STOREHOUSE
    }

    /// Categories follow the resources from ResourceStone on, without Lords.
    fn produced(category: u8) -> u8 {
        if category == LAST_CATEGORY {
            ESSENCE
        } else {
            category - 2
        }
    }

    fn is_troop(resource_type: u8) -> bool {
        resource_type >= KNIGHT && resource_type <= PALADIN_T3
    }

    /// Per second and building.
    fn rate(resource_type: u8) -> u64 {
        if resource_type == DONKEY || is_troop(resource_type) {
            100_000_000
        } else {
            1_000_000_000
        }
    }

    fn told(game: @Game, kind: StoryKind, structure_id: u32, category: u8, x: u32, y: u32) {
        game.story(kind, structure_id, category.into(), x.into(), y.into());
    }

    fn building_keys(structure_id: u32, x: u32, y: u32) -> Span<felt252> {
        array![structure_id.into(), x.into(), y.into()].span()
    }
}
