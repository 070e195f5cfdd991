//! What a board is made of: by the admin only. Nobody else makes anything of nothing.
use starknet::ContractAddress;
use crate::models::{StructureCategory, TroopTier, TroopType, WorldConfig};

#[derive(Copy, Drop, Serde)]
pub struct NewStructure {
    pub entity_id: u32,
    pub owner: ContractAddress,
    pub category: StructureCategory,
    pub level: u8,
    pub x: u32,
    pub y: u32,
    pub name: felt252,
}

#[derive(Copy, Drop, Serde)]
pub struct NewExplorer {
    pub explorer_id: u32,
    pub structure_id: u32,
    pub category: TroopType,
    pub tier: TroopTier,
    pub count: u128,
    pub stamina: u64,
    pub x: u32,
    pub y: u32,
}

#[starknet::interface]
pub trait ISetup<T> {
    /// Refuses where this step was done before: the first call of each multicall that makes a part
    /// of a board, so that the part is made once however often it is sent.
    fn once(ref self: T, step: felt252);
    fn is_done(self: @T, step: felt252) -> bool;
    fn configure(ref self: T, game_id: u32, config: WorldConfig);
    fn structure(ref self: T, game_id: u32, new: NewStructure);
    fn explorer(ref self: T, game_id: u32, new: NewExplorer);
    fn tile(ref self: T, game_id: u32, x: u32, y: u32, biome: u8);
    fn grant(ref self: T, game_id: u32, entity_id: u32, resources: Span<(u8, u128)>);
    /// A bank's pool out of nothing; its owner holds the shares.
    fn pool(
        ref self: T,
        game_id: u32,
        bank_entity_id: u32,
        resource_type: u8,
        resource_amount: u128,
        lords_amount: u128,
    );
    fn hyperstructure(
        ref self: T,
        game_id: u32,
        hyperstructure_id: u32,
        points_per_unit: u128,
        needed: Span<(u8, u128)>,
    );
}

#[starknet::contract]
pub mod setup {
    use core::num::traits::Sqrt;
    use starknet::storage::{
        Map, StorageMapReadAccess, StorageMapWriteAccess, StoragePointerReadAccess,
        StoragePointerWriteAccess,
    };
    use starknet::{ContractAddress, get_block_timestamp, get_caller_address};
    use crate::game::{Game, GameTrait, open};
    use crate::hex::{Direction, neighbour};
    use crate::models::{
        Coord, ExplorerTroops, Hyperstructure, HyperstructureRequirement, Liquidity, Market,
        OccupierKind, Structure, StructureBase, StructureCategory, Tile, TroopTier, TroopType,
        WorldConfig,
    };
    use crate::resources::{check_list, check_type, grant};
    use crate::systems::structure::{max_explorers, max_guards};
    use crate::tiles::{free_tile, occupy, put_tile, tile};
    use crate::troops::{check_amount, check_total, fresh};
    use crate::world::{IWorldDispatcher, IWorldDispatcherTrait};
    use super::{NewExplorer, NewStructure};

    /// The world gives numbers from here on by itself.
    const FIRST_UUID: u32 = 100000;
    /// Grassland: what lies around a structure.
    const HOME_BIOME: u8 = 11;
    const BIOMES: u8 = 16;

    #[storage]
    struct Storage {
        world: ContractAddress,
        admin: ContractAddress,
        done: Map<felt252, bool>,
    }

    #[constructor]
    fn constructor(ref self: ContractState, world: ContractAddress, admin: ContractAddress) {
        self.world.write(world);
        self.admin.write(admin);
    }

    #[abi(embed_v0)]
    impl Setup of super::ISetup<ContractState> {
        fn once(ref self: ContractState, step: felt252) {
            self.assert_admin();
            assert(!self.done.read(step), 'this step is done');
            self.done.write(step, true);
        }

        fn is_done(self: @ContractState, step: felt252) -> bool {
            self.done.read(step)
        }

        fn configure(ref self: ContractState, game_id: u32, config: WorldConfig) {
            self.assert_admin();
            assert!(config.tick_seconds != 0, "a tick takes no time");
            assert!(config.donkey_capacity != 0, "a donkey carries nothing");
            assert!(
                config.day_slots != 0 && config.day_seconds >= config.day_slots.into(),
                "a day of {} seconds has no {} slots",
                config.day_seconds,
                config.day_slots,
            );
            assert!(
                config.swap_fee_denom != 0
                    && config.swap_fee_num < config.swap_fee_denom
                    && config.swap_fee_denom <= 1000000,
                "a fee of {} of {}",
                config.swap_fee_num,
                config.swap_fee_denom,
            );
            let mut words = array![];
            config.serialize(ref words);
            IWorldDispatcher { contract_address: self.world.read() }
                .set(selector!("s2-WorldConfig"), array![game_id.into()].span(), words.span());
        }

        fn structure(ref self: ContractState, game_id: u32, new: NewStructure) {
            let game = self.board(game_id);
            let id = new.entity_id;
            assert!(id != 0 && id < FIRST_UUID, "an id of a board lies below {}", FIRST_UUID);
            let before: Option<Structure> = game.find(array![id.into()].span());
            assert!(before.is_none(), "structure {} is there", id);
            assert!(new.category != StructureCategory::None, "structure {} has no category", id);
            let at = Coord { alt: false, x: new.x, y: new.y };
            assert!(
                tile(@game, at).occupier_kind == OccupierKind::None,
                "tile {},{} is taken",
                new.x,
                new.y,
            );
            let none = fresh(@game, TroopType::Knight, TroopTier::T1, 0);
            let base = StructureBase {
                category: new.category,
                level: new.level,
                x: new.x,
                y: new.y,
                created_at: get_block_timestamp(),
                max_guards: max_guards(new.level),
                max_explorers: max_explorers(new.level),
                explorers: 0,
            };
            game
                .put_structure(
                    id,
                    Structure {
                        owner: new.owner,
                        base,
                        name: new.name,
                        delta: none,
                        charlie: none,
                        bravo: none,
                        alpha: none,
                    },
                );
            let biome = HOME_BIOME;
            put_tile(
                @game,
                at,
                Tile { biome, occupier_id: id, occupier_kind: OccupierKind::Structure },
            );
            explore_around(@game, at);
        }

        fn explorer(ref self: ContractState, game_id: u32, new: NewExplorer) {
            let game = self.board(game_id);
            let id = new.explorer_id;
            assert!(id != 0 && id < FIRST_UUID, "an id of a board lies below {}", FIRST_UUID);
            let before: Option<ExplorerTroops> = game.find(array![id.into()].span());
            assert!(before.is_none(), "explorer {} is there", id);
            check_amount(new.count);
            check_total(new.count);
            let mut home = game.structure(new.structure_id);
            home.base.explorers += 1;
            game.put_structure(new.structure_id, home);
            let coord = Coord { alt: false, x: new.x, y: new.y };
            free_tile(@game, coord);
            occupy(@game, coord, id);
            let mut troops = fresh(@game, new.category, new.tier, new.count);
            troops.stamina = new.stamina;
            game
                .put_explorer(
                    id,
                    ExplorerTroops {
                        owner: new.structure_id, coord, troops, battle_cooldown_end: 0,
                    },
                );
        }

        fn tile(ref self: ContractState, game_id: u32, x: u32, y: u32, biome: u8) {
            let game = self.board(game_id);
            assert!(biome <= BIOMES, "biome {} does not exist", biome);
            let at = Coord { alt: false, x, y };
            let mut there = tile(@game, at);
            there.biome = biome;
            put_tile(@game, at, there);
        }

        fn grant(
            ref self: ContractState, game_id: u32, entity_id: u32, resources: Span<(u8, u128)>,
        ) {
            let game = self.board(game_id);
            check_list(resources);
            for (resource_type, amount) in resources {
                grant(@game, entity_id, *resource_type, *amount);
            }
        }

        fn pool(
            ref self: ContractState,
            game_id: u32,
            bank_entity_id: u32,
            resource_type: u8,
            resource_amount: u128,
            lords_amount: u128,
        ) {
            let game = self.board(game_id);
            check_type(resource_type);
            let bank = game.structure(bank_entity_id);
            let keys = array![bank_entity_id.into(), resource_type.into()].span();
            let before: Option<Market> = game.find(keys);
            assert!(before.is_none(), "pool {} is there", resource_type);
            let product: u256 = resource_amount.into() * lords_amount.into();
            let total_shares: u128 = product.sqrt();
            assert!(total_shares != 0, "pool {} would be empty", resource_type);
            game.put(keys, Market { lords_amount, resource_amount, total_shares });
            game
                .put(
                    array![bank_entity_id.into(), bank.owner.into(), resource_type.into()].span(),
                    Liquidity { shares: total_shares },
                );
        }

        fn hyperstructure(
            ref self: ContractState,
            game_id: u32,
            hyperstructure_id: u32,
            points_per_unit: u128,
            needed: Span<(u8, u128)>,
        ) {
            let game = self.board(game_id);
            check_list(needed);
            let structure = game.structure(hyperstructure_id);
            assert!(
                structure.base.category == StructureCategory::Hyperstructure,
                "structure {} is no hyperstructure",
                hyperstructure_id,
            );
            let id: felt252 = hyperstructure_id.into();
            let before: Option<Hyperstructure> = game.find(array![id].span());
            assert!(before.is_none(), "hyperstructure {} is there", hyperstructure_id);
            let mut remaining: u128 = 0;
            for (resource_type, amount) in needed {
                remaining += *amount;
                let requirement = HyperstructureRequirement { needed: *amount, current: 0 };
                let keys = array![id, (*resource_type).into()].span();
                let twice: Option<HyperstructureRequirement> = game.find(keys);
                assert!(twice.is_none(), "resource {} stands twice", *resource_type);
                game.put(keys, requirement);
            }
            let initialized = true;
            let completed = false;
            let points_total = 0;
            game
                .put(
                    array![id].span(),
                    Hyperstructure {
                        initialized, completed, points_per_unit, points_total, remaining,
                    },
                );
        }
    }

    #[generate_trait]
    impl Rights of RightsTrait {
        fn assert_admin(self: @ContractState) {
            assert(get_caller_address() == self.admin.read(), 'only the admin sets up');
        }

        fn board(self: @ContractState, game_id: u32) -> Game {
            self.assert_admin();
            open(self.world.read(), game_id)
        }
    }

    fn explore_around(game: @Game, at: Coord) {
        let all = array![
            Direction::East, Direction::NorthEast, Direction::NorthWest, Direction::West,
            Direction::SouthWest, Direction::SouthEast,
        ];
        for direction in all {
            let beside = neighbour(at, direction);
            let mut there = tile(game, beside);
            if there.biome == 0 {
                there.biome = HOME_BIOME;
                put_tile(game, beside, there);
            }
        }
    }
}
