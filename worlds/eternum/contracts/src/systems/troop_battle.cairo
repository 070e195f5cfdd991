//! Explorers and guards against each other.
use crate::hex::Direction;
use crate::models::GuardSlot;

#[starknet::interface]
pub trait ITroopBattle<T> {
    fn attack_explorer_vs_explorer(
        ref self: T,
        game_id: u32,
        aggressor_id: u32,
        defender_id: u32,
        defender_direction: Direction,
        steal_resources: Span<(u8, u128)>,
    );
    fn attack_explorer_vs_guard(
        ref self: T, game_id: u32, explorer_id: u32, structure_id: u32, structure_direction: Direction,
    );
    fn attack_guard_vs_explorer(
        ref self: T,
        game_id: u32,
        structure_id: u32,
        structure_guard_slot: GuardSlot,
        explorer_id: u32,
        explorer_direction: Direction,
    );
}

#[starknet::contract]
pub mod troop_battle_systems {
    use starknet::ContractAddress;
    use starknet::storage::{StoragePointerReadAccess, StoragePointerWriteAccess};
    use crate::battle::{Side, check_foe, check_rested, cooldown_end, losses, steal, tell};
    use crate::game::{GameTrait, coord_of, open};
    use crate::hex::Direction;
    use crate::models::{GuardSlot, StoryKind, Structure};
    use crate::resources::check_bounds;
    use crate::troops::{
        check_adjacent, check_beside_structure, guard, keep_or_remove, rested, slot_index, tired,
        with_guard,
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
    impl TroopBattle of super::ITroopBattle<ContractState> {
        fn attack_explorer_vs_explorer(
            ref self: ContractState,
            game_id: u32,
            aggressor_id: u32,
            defender_id: u32,
            defender_direction: Direction,
            steal_resources: Span<(u8, u128)>,
        ) {
            let game = open(self.world.read(), game_id);
            let (mut attacker, home) = game.own_explorer(aggressor_id);
            let mut defender = game.explorer(defender_id);
            let other = game.structure(defender.owner);
            check_foe(defender_id, @other);
            check_adjacent(attacker.coord, defender_direction, defender.coord, 'explorer', defender_id);
            check_bounds(steal_resources);
            check_rested(@game, aggressor_id, @attacker);
            attacker.troops = tired(@game, aggressor_id, attacker.troops, game.config.stamina.attack_cost);
            defender.troops = rested(@game, defender.troops);
            let (attacker_loss, defender_loss) = losses(@attacker.troops, @defender.troops);
            attacker.troops.count -= attacker_loss;
            defender.troops.count -= defender_loss;
            attacker.battle_cooldown_end = cooldown_end(@game);
            defender.battle_cooldown_end = cooldown_end(@game);
            let left = attacker.troops.count;
            let stolen = if left != 0 && defender.troops.count == 0 {
                steal(@game, defender_id, aggressor_id, left, steal_resources, 1)
            } else {
                0
            };
            keep_or_remove(@game, aggressor_id, attacker);
            keep_or_remove(@game, defender_id, defender);
            let first = Side { id: aggressor_id, owner: home.owner, loss: attacker_loss, left };
            let second = Side {
                id: defender_id,
                owner: other.owner,
                loss: defender_loss,
                left: defender.troops.count,
            };
            tell(@game, first, second, defender.coord, StoryKind::BattleStory, stolen);
        }

        fn attack_explorer_vs_guard(
            ref self: ContractState,
            game_id: u32,
            explorer_id: u32,
            structure_id: u32,
            structure_direction: Direction,
        ) {
            let game = open(self.world.read(), game_id);
            let (mut attacker, home) = game.own_explorer(explorer_id);
            let mut structure = game.structure(structure_id);
            check_foe(structure_id, @structure);
            check_beside_structure(attacker.coord, structure_direction, structure_id, @structure);
            check_rested(@game, explorer_id, @attacker);
            let slot = outermost(structure_id, @structure);
            attacker.troops = tired(@game, explorer_id, attacker.troops, game.config.stamina.attack_cost);
            let mut troops = rested(@game, guard(@structure, slot));
            let (attacker_loss, defender_loss) = losses(@attacker.troops, @troops);
            attacker.troops.count -= attacker_loss;
            troops.count -= defender_loss;
            attacker.battle_cooldown_end = cooldown_end(@game);
            structure = with_guard(structure, slot, troops);
            game.put_structure(structure_id, structure);
            let left = attacker.troops.count;
            keep_or_remove(@game, explorer_id, attacker);
            let first = Side { id: explorer_id, owner: home.owner, loss: attacker_loss, left };
            let second = Side {
                id: structure_id, owner: structure.owner, loss: defender_loss, left: troops.count,
            };
            tell(@game, first, second, coord_of(@structure), StoryKind::BattleStory, 0);
        }

        fn attack_guard_vs_explorer(
            ref self: ContractState,
            game_id: u32,
            structure_id: u32,
            structure_guard_slot: GuardSlot,
            explorer_id: u32,
            explorer_direction: Direction,
        ) {
            let game = open(self.world.read(), game_id);
            let mut structure = game.own_structure(structure_id);
            let mut defender = game.explorer(explorer_id);
            let other = game.structure(defender.owner);
            check_foe(explorer_id, @other);
            check_adjacent(
                coord_of(@structure), explorer_direction, defender.coord, 'explorer', explorer_id,
            );
            let mut troops = guard(@structure, structure_guard_slot);
            assert!(
                troops.count != 0,
                "structure {} has no guard in slot {}",
                structure_id,
                slot_index(structure_guard_slot),
            );
            let cost = game.config.stamina.attack_cost;
            troops = rested(@game, troops);
            assert!(
                troops.stamina >= cost,
                "the guard needs {} stamina and has {}",
                cost,
                troops.stamina,
            );
            troops.stamina -= cost;
            defender.troops = rested(@game, defender.troops);
            let (attacker_loss, defender_loss) = losses(@troops, @defender.troops);
            troops.count -= attacker_loss;
            defender.troops.count -= defender_loss;
            defender.battle_cooldown_end = cooldown_end(@game);
            structure = with_guard(structure, structure_guard_slot, troops);
            game.put_structure(structure_id, structure);
            keep_or_remove(@game, explorer_id, defender);
            let first = Side {
                id: structure_id, owner: structure.owner, loss: attacker_loss, left: troops.count,
            };
            let second = Side {
                id: explorer_id,
                owner: other.owner,
                loss: defender_loss,
                left: defender.troops.count,
            };
            tell(@game, first, second, defender.coord, StoryKind::BattleStory, 0);
        }
    }

    /// The first guard in the way.
    fn outermost(structure_id: u32, structure: @Structure) -> GuardSlot {
        if *structure.delta.count != 0 {
            return GuardSlot::Delta;
        }
        if *structure.charlie.count != 0 {
            return GuardSlot::Charlie;
        }
        if *structure.bravo.count != 0 {
            return GuardSlot::Bravo;
        }
        assert!(*structure.alpha.count != 0, "structure {} has no guard", structure_id);
        GuardSlot::Alpha
    }
}
