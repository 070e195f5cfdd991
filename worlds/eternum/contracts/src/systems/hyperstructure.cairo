//! Hyperstructures: what each still needs, and the points of those who bring it.

#[starknet::interface]
pub trait IHyperstructure<T> {
    fn contribute(
        ref self: T,
        game_id: u32,
        hyperstructure_id: u32,
        from_structure_id: u32,
        contribution: Span<(u8, u128)>,
    );
}

#[starknet::contract]
pub mod hyperstructure_systems {
    use starknet::storage::{StoragePointerReadAccess, StoragePointerWriteAccess};
    use starknet::{ContractAddress, get_caller_address};
    use crate::game::{Game, GameTrait, open};
    use crate::models::{
        Hyperstructure, HyperstructureRequirement, HyperstructureShareholders, PRECISION,
        PlayerRegisteredPoints, StoryKind,
    };
    use crate::resources::{check_list, spend_all};

    #[storage]
    struct Storage {
        world: ContractAddress,
    }

    #[constructor]
    fn constructor(ref self: ContractState, world: ContractAddress) {
        self.world.write(world);
    }

    #[abi(embed_v0)]
    impl Hyperstructures of super::IHyperstructure<ContractState> {
        fn contribute(
            ref self: ContractState,
            game_id: u32,
            hyperstructure_id: u32,
            from_structure_id: u32,
            contribution: Span<(u8, u128)>,
        ) {
            let game = open(self.world.read(), game_id);
            game.own_structure(from_structure_id);
            let id: felt252 = hyperstructure_id.into();
            let found: Option<Hyperstructure> = game.find(array![id].span());
            assert!(found.is_some(), "hyperstructure {} does not exist", hyperstructure_id);
            let mut hyperstructure = found.unwrap();
            assert!(!hyperstructure.completed, "hyperstructure {} is complete", hyperstructure_id);
            check_list(contribution);
            let given = fill(@game, hyperstructure_id, contribution);
            spend_all(@game, from_structure_id, contribution);
            let points = given / PRECISION * hyperstructure.points_per_unit;
            hyperstructure.points_total += points;
            hyperstructure.remaining -= given;
            hyperstructure.completed = hyperstructure.remaining == 0;
            game.put(array![id].span(), hyperstructure);
            score(@game, id, points);
            let kind = if hyperstructure.completed {
                StoryKind::HyperstructureCompleteStory
            } else {
                StoryKind::HyperstructureContributeStory
            };
            game.story(kind, hyperstructure_id, from_structure_id.into(), given, points);
        }
    }

    /// Adds to what is there of each resource; returns how much it was.
    fn fill(game: @Game, hyperstructure_id: u32, contribution: Span<(u8, u128)>) -> u128 {
        let mut given: u128 = 0;
        for (resource_type, amount) in contribution {
            let keys = array![hyperstructure_id.into(), (*resource_type).into()].span();
            let found: Option<HyperstructureRequirement> = game.find(keys);
            assert!(
                found.is_some(),
                "hyperstructure {} needs no resource {}",
                hyperstructure_id,
                *resource_type,
            );
            let mut requirement = found.unwrap();
            let missing = requirement.needed - requirement.current;
            assert!(
                *amount <= missing,
                "hyperstructure {} needs {} more of resource {}, not {}",
                hyperstructure_id,
                missing,
                *resource_type,
                *amount,
            );
            requirement.current += *amount;
            game.put(keys, requirement);
            given += *amount;
        }
        given
    }

    fn score(game: @Game, id: felt252, points: u128) {
        let caller: felt252 = get_caller_address().into();
        let share_keys = array![id, caller].span();
        let share = game.find(share_keys).unwrap_or(HyperstructureShareholders { points: 0 });
        game.put(share_keys, HyperstructureShareholders { points: share.points + points });
        let keys = array![caller].span();
        let before = game.find(keys).unwrap_or(PlayerRegisteredPoints { registered_points: 0 });
        let registered_points = before.registered_points + points;
        game.put(keys, PlayerRegisteredPoints { registered_points });
        let mut config = *game.config;
        config.points_registered += points;
        game.put(array![].span(), config);
    }
}
