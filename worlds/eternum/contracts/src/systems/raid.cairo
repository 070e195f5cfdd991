//! Explorers take from a structure's stores, past its guards.
use crate::hex::Direction;

#[starknet::interface]
pub trait ITroopRaid<T> {
    fn raid_explorer_vs_guard(
        ref self: T,
        game_id: u32,
        explorer_id: u32,
        structure_id: u32,
        structure_direction: Direction,
        steal_resources: Span<(u8, u128)>,
    );
}

#[starknet::contract]
pub mod troop_raid_systems {
    use starknet::ContractAddress;
    use starknet::storage::{StoragePointerReadAccess, StoragePointerWriteAccess};
    use crate::battle::{Side, check_foe, check_rested, cooldown_end, losses, power, steal, tell};
    use crate::game::{GameTrait, coord_of, open};
    use crate::hex::Direction;
    use crate::models::{StoryKind, Structure, Troops};
    use crate::resources::check_list;
    use crate::troops::{check_beside_structure, keep_or_remove, tired};

    /// Raiders take at most a quarter of what lies there.
    const PART: u128 = 4;

    #[storage]
    struct Storage {
        world: ContractAddress,
    }

    #[constructor]
    fn constructor(ref self: ContractState, world: ContractAddress) {
        self.world.write(world);
    }

    #[abi(embed_v0)]
    impl TroopRaid of super::ITroopRaid<ContractState> {
        /// Each guard strikes the raiders as in a battle, by half of its losses; the raiders strike
        /// nobody. The raid succeeds where those who are left are at least half as strong as all
        /// guards together.
        fn raid_explorer_vs_guard(
            ref self: ContractState,
            game_id: u32,
            explorer_id: u32,
            structure_id: u32,
            structure_direction: Direction,
            steal_resources: Span<(u8, u128)>,
        ) {
            let game = open(self.world.read(), game_id);
            let (mut raiders, home) = game.own_explorer(explorer_id);
            let structure = game.structure(structure_id);
            check_foe(structure_id, @structure);
            check_beside_structure(raiders.coord, structure_direction, structure_id, @structure);
            check_list(steal_resources);
            check_rested(@game, explorer_id, @raiders);
            raiders.troops = tired(@game, explorer_id, raiders.troops, game.config.stamina.attack_cost);
            let before = raiders.troops.count;
            let (left, guards) = past_guards(raiders.troops, @structure);
            raiders.troops.count = left.count;
            raiders.battle_cooldown_end = cooldown_end(@game);
            let succeeds = left.count != 0 && 2 * power(@left, @left) >= guards;
            let stolen = if succeeds {
                steal(@game, structure_id, explorer_id, left.count, steal_resources, PART)
            } else {
                0
            };
            keep_or_remove(@game, explorer_id, raiders);
            let first = Side {
                id: explorer_id, owner: home.owner, loss: before - left.count, left: left.count,
            };
            let second = Side {
                id: structure_id, owner: structure.owner, loss: 0, left: if succeeds {
                    0
                } else {
                    1
                },
            };
            tell(@game, first, second, coord_of(@structure), StoryKind::RaidStory, stolen);
        }
    }

    /// The raiders who are left, and the strength of all guards against them.
    fn past_guards(raiders: Troops, structure: @Structure) -> (Troops, u128) {
        let mut left = raiders;
        let mut strength: u128 = 0;
        for guard in array![
            *structure.delta, *structure.charlie, *structure.bravo, *structure.alpha,
        ] {
            strength += power(@guard, @raiders);
            let (loss, _) = losses(@raiders, @guard);
            let loss = loss / 2;
            left.count = if loss > left.count {
                0
            } else {
                left.count - loss
            };
        }
        (left, strength)
    }
}
