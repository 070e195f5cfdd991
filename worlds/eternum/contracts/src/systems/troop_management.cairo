//! Explorers and guards: made, joined, swapped and dismissed.
use crate::hex::Direction;
use crate::models::{GuardSlot, TroopTier, TroopType};

#[starknet::interface]
pub trait ITroopManagement<T> {
    fn explorer_create(
        ref self: T,
        game_id: u32,
        for_structure_id: u32,
        category: TroopType,
        tier: TroopTier,
        amount: u128,
        spawn_direction: Direction,
    ) -> u32;
    fn explorer_add(
        ref self: T, game_id: u32, to_explorer_id: u32, amount: u128, home_direction: Direction,
    );
    fn explorer_delete(ref self: T, game_id: u32, explorer_id: u32);
    fn guard_add(
        ref self: T,
        game_id: u32,
        for_structure_id: u32,
        slot: GuardSlot,
        category: TroopType,
        tier: TroopTier,
        amount: u128,
    );
    fn guard_delete(ref self: T, game_id: u32, for_structure_id: u32, slot: GuardSlot);
    fn explorer_explorer_swap(
        ref self: T,
        game_id: u32,
        from_explorer_id: u32,
        to_explorer_id: u32,
        to_explorer_direction: Direction,
        count: u128,
    );
    fn explorer_guard_swap(
        ref self: T,
        game_id: u32,
        from_explorer_id: u32,
        to_structure_id: u32,
        to_structure_direction: Direction,
        to_guard_slot: GuardSlot,
        count: u128,
    );
    fn guard_explorer_swap(
        ref self: T,
        game_id: u32,
        from_structure_id: u32,
        from_guard_slot: GuardSlot,
        to_explorer_id: u32,
        to_explorer_direction: Direction,
        count: u128,
    );
}

#[starknet::contract]
pub mod troop_management_systems {
    use starknet::ContractAddress;
    use starknet::storage::{StoragePointerReadAccess, StoragePointerWriteAccess};
    use crate::game::{Game, GameTrait, coord_of, open};
    use crate::hex::{Direction, neighbour};
    use crate::models::{ExplorerTroops, GuardSlot, StoryKind, TroopTier, TroopType};
    use crate::resources::spend;
    use crate::tiles::{free_tile, occupy};
    use crate::troops::{
        check_adjacent, check_amount, check_beside_structure, check_same, check_slot, check_total,
        fresh, guard, joined, keep_or_remove, remove, resource_of, rested, slot_index, with_guard,
    };

    #[storage]
    struct Storage {
        world: ContractAddress,
    }

    #[constructor]
    fn constructor(ref self: ContractState, world: ContractAddress) {
        self.world.write(world);
    }

    #[abi(embed_v0)]
    impl TroopManagement of super::ITroopManagement<ContractState> {
        fn explorer_create(
            ref self: ContractState,
            game_id: u32,
            for_structure_id: u32,
            category: TroopType,
            tier: TroopTier,
            amount: u128,
            spawn_direction: Direction,
        ) -> u32 {
            let game = open(self.world.read(), game_id);
            let mut home = game.own_structure(for_structure_id);
            check_amount(amount);
            check_total(amount);
            assert!(
                home.base.explorers < home.base.max_explorers,
                "structure {} has {} of {} explorers",
                for_structure_id,
                home.base.explorers,
                home.base.max_explorers,
            );
            let coord = neighbour(coord_of(@home), spawn_direction);
            free_tile(@game, coord);
            spend(@game, for_structure_id, resource_of(category, tier), amount);
            home.base.explorers += 1;
            game.put_structure(for_structure_id, home);
            let id = game.uuid();
            occupy(@game, coord, id);
            let troops = fresh(@game, category, tier, amount);
            let owner = for_structure_id;
            game.put_explorer(id, ExplorerTroops { owner, coord, troops, battle_cooldown_end: 0 });
            game.story(StoryKind::ExplorerCreateStory, id, for_structure_id.into(), amount, 0);
            id
        }

        fn explorer_add(
            ref self: ContractState,
            game_id: u32,
            to_explorer_id: u32,
            amount: u128,
            home_direction: Direction,
        ) {
            let game = open(self.world.read(), game_id);
            let (mut explorer, home) = game.own_explorer(to_explorer_id);
            check_amount(amount);
            check_beside_structure(explorer.coord, home_direction, explorer.owner, @home);
            let mut troops = rested(@game, explorer.troops);
            spend(@game, explorer.owner, resource_of(troops.category, troops.tier), amount);
            // Fresh troops are not more rested than those who joined a new explorer.
            troops = joined(@game, troops, fresh(@game, troops.category, troops.tier, amount), amount);
            explorer.troops = troops;
            game.put_explorer(to_explorer_id, explorer);
            game.story(StoryKind::ExplorerAddStory, to_explorer_id, explorer.owner.into(), amount, 0);
        }

        fn explorer_delete(ref self: ContractState, game_id: u32, explorer_id: u32) {
            let game = open(self.world.read(), game_id);
            let (explorer, _) = game.own_explorer(explorer_id);
            remove(@game, explorer_id, explorer);
            let count = explorer.troops.count;
            game.story(StoryKind::ExplorerDeleteStory, explorer_id, explorer.owner.into(), count, 0);
        }

        fn guard_add(
            ref self: ContractState,
            game_id: u32,
            for_structure_id: u32,
            slot: GuardSlot,
            category: TroopType,
            tier: TroopTier,
            amount: u128,
        ) {
            let game = open(self.world.read(), game_id);
            let mut structure = game.own_structure(for_structure_id);
            check_amount(amount);
            check_total(amount);
            check_slot(for_structure_id, @structure, slot);
            let added = fresh(@game, category, tier, amount);
            let troops = joined(@game, guard(@structure, slot), added, amount);
            spend(@game, for_structure_id, resource_of(category, tier), amount);
            structure = with_guard(structure, slot, troops);
            game.put_structure(for_structure_id, structure);
            let index = slot_index(slot).into();
            game.story(StoryKind::GuardAddStory, for_structure_id, index, amount, 0);
        }

        fn guard_delete(
            ref self: ContractState, game_id: u32, for_structure_id: u32, slot: GuardSlot,
        ) {
            let game = open(self.world.read(), game_id);
            let mut structure = game.own_structure(for_structure_id);
            let mut troops = guard(@structure, slot);
            check_filled(for_structure_id, slot, troops.count);
            let count = troops.count;
            troops.count = 0;
            structure = with_guard(structure, slot, troops);
            game.put_structure(for_structure_id, structure);
            let index = slot_index(slot).into();
            game.story(StoryKind::GuardDeleteStory, for_structure_id, index, count, 0);
        }

        fn explorer_explorer_swap(
            ref self: ContractState,
            game_id: u32,
            from_explorer_id: u32,
            to_explorer_id: u32,
            to_explorer_direction: Direction,
            count: u128,
        ) {
            let game = open(self.world.read(), game_id);
            let (mut from, _) = game.own_explorer(from_explorer_id);
            assert!(from_explorer_id != to_explorer_id, "explorer {} is both sides", to_explorer_id);
            let (mut to, _) = game.own_explorer(to_explorer_id);
            check_adjacent(from.coord, to_explorer_direction, to.coord, 'explorer', to_explorer_id);
            check_amount(count);
            check_has(from_explorer_id, from.troops.count, count);
            check_same(@from.troops, @to.troops);
            to.troops = joined(@game, to.troops, from.troops, count);
            if from.battle_cooldown_end > to.battle_cooldown_end {
                to.battle_cooldown_end = from.battle_cooldown_end;
            }
            from.troops.count -= count;
            game.put_explorer(to_explorer_id, to);
            keep_or_remove(@game, from_explorer_id, from);
            swapped(@game, from_explorer_id, to_explorer_id, count);
        }

        fn explorer_guard_swap(
            ref self: ContractState,
            game_id: u32,
            from_explorer_id: u32,
            to_structure_id: u32,
            to_structure_direction: Direction,
            to_guard_slot: GuardSlot,
            count: u128,
        ) {
            let game = open(self.world.read(), game_id);
            let (mut from, _) = game.own_explorer(from_explorer_id);
            let mut to = game.own_structure(to_structure_id);
            check_beside_structure(from.coord, to_structure_direction, to_structure_id, @to);
            check_amount(count);
            check_has(from_explorer_id, from.troops.count, count);
            check_slot(to_structure_id, @to, to_guard_slot);
            let troops = joined(@game, guard(@to, to_guard_slot), from.troops, count);
            to = with_guard(to, to_guard_slot, troops);
            from.troops.count -= count;
            // Before the explorer, whose home this may be.
            game.put_structure(to_structure_id, to);
            keep_or_remove(@game, from_explorer_id, from);
            swapped(@game, from_explorer_id, to_structure_id, count);
        }

        fn guard_explorer_swap(
            ref self: ContractState,
            game_id: u32,
            from_structure_id: u32,
            from_guard_slot: GuardSlot,
            to_explorer_id: u32,
            to_explorer_direction: Direction,
            count: u128,
        ) {
            let game = open(self.world.read(), game_id);
            let mut from = game.own_structure(from_structure_id);
            let (mut to, _) = game.own_explorer(to_explorer_id);
            check_adjacent(
                coord_of(@from), to_explorer_direction, to.coord, 'explorer', to_explorer_id,
            );
            check_amount(count);
            let mut troops = guard(@from, from_guard_slot);
            check_filled(from_structure_id, from_guard_slot, troops.count);
            check_has(from_structure_id, troops.count, count);
            to.troops = joined(@game, to.troops, troops, count);
            troops.count -= count;
            from = with_guard(from, from_guard_slot, troops);
            game.put_structure(from_structure_id, from);
            game.put_explorer(to_explorer_id, to);
            swapped(@game, from_structure_id, to_explorer_id, count);
        }
    }

    fn swapped(game: @Game, from: u32, to: u32, count: u128) {
        game.story(StoryKind::TroopSwapStory, from, to.into(), count, 0);
    }

    #[inline(never)]
    fn check_has(id: u32, has: u128, count: u128) {
        assert!(has >= count, "{} has {} troops, not {}", id, has, count);
    }

    #[inline(never)]
    fn check_filled(structure_id: u32, slot: GuardSlot, count: u128) {
        assert!(
            count != 0, "structure {} has no guard in slot {}", structure_id, slot_index(slot),
        );
    }
}
