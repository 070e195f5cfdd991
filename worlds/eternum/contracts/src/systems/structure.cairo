//! Structures grow.

/// Guard slots that a level opens.
pub fn max_guards(level: u8) -> u8 {
    if level >= 3 {
        4
    } else {
        level + 1
    }
}

/// Explorers that a level feeds.
pub fn max_explorers(level: u8) -> u8 {
    if level >= 3 {
        8
    } else {
        2 * (level + 1)
    }
}

#[starknet::interface]
pub trait IStructure<T> {
    fn level_up(ref self: T, game_id: u32, structure_id: u32);
}

#[starknet::contract]
pub mod structure_systems {
    use starknet::ContractAddress;
    use starknet::storage::{StoragePointerReadAccess, StoragePointerWriteAccess};
    use crate::game::{GameTrait, open};
    use crate::models::{PRECISION, StoryKind, StructureCategory};
    use crate::resources::spend;
    use super::{max_explorers, max_guards};

    const MAX_LEVEL: u8 = 3;
    const WOOD: u8 = 3;
    const LABOR: u8 = 23;
    const WHEAT: u8 = 35;

    #[storage]
    struct Storage {
        world: ContractAddress,
    }

    #[constructor]
    fn constructor(ref self: ContractState, world: ContractAddress) {
        self.world.write(world);
    }

    #[abi(embed_v0)]
    impl Structures of super::IStructure<ContractState> {
        fn level_up(ref self: ContractState, game_id: u32, structure_id: u32) {
            let game = open(self.world.read(), game_id);
            let mut structure = game.own_structure(structure_id);
            let category = structure.base.category;
            assert!(
                category == StructureCategory::Realm || category == StructureCategory::Village,
                "structure {} has no levels",
                structure_id,
            );
            let level = structure.base.level;
            assert!(level < MAX_LEVEL, "structure {} has the highest level {}", structure_id, level);
            let times: u128 = (level + 1).into();
            spend(@game, structure_id, LABOR, 100 * times * PRECISION);
            spend(@game, structure_id, WOOD, 50 * times * PRECISION);
            spend(@game, structure_id, WHEAT, 100 * times * PRECISION);
            structure.base.level = level + 1;
            structure.base.max_guards = max_guards(level + 1);
            structure.base.max_explorers = max_explorers(level + 1);
            game.put_structure(structure_id, structure);
            let reached = structure.base.level.into();
            game.story(StoryKind::StructureLevelUpStory, structure_id, reached, 0, 0);
        }
    }
}
