//! Resources between structures, by donkeys that take their time.

#[starknet::interface]
pub trait IResource<T> {
    fn send(
        ref self: T,
        game_id: u32,
        sender_structure_id: u32,
        recipient_structure_id: u32,
        resources: Span<(u8, u128)>,
    );
    fn approve(
        ref self: T,
        game_id: u32,
        owner_structure_id: u32,
        recipient_structure_id: u32,
        resources: Span<(u8, u128)>,
    );
    fn pickup(
        ref self: T,
        game_id: u32,
        recipient_structure_id: u32,
        owner_structure_id: u32,
        resources: Span<(u8, u128)>,
    );
    fn arrivals_offload(
        ref self: T, game_id: u32, from_structure_id: u32, day: u64, slot: u8, resource_count: u8,
    );
}

#[starknet::contract]
pub mod resource_systems {
    use starknet::ContractAddress;
    use starknet::storage::{StoragePointerReadAccess, StoragePointerWriteAccess};
    use crate::game::{Game, GameTrait, coord_of, open};
    use crate::models::{ResourceAllowance, ResourceArrival, StoryKind};
    use crate::resources::{
        arrival_keys, arrive, burn_donkeys, check_list, grant, slot_begins, spend_all,
        travel_seconds,
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
    impl Resources of super::IResource<ContractState> {
        fn send(
            ref self: ContractState,
            game_id: u32,
            sender_structure_id: u32,
            recipient_structure_id: u32,
            resources: Span<(u8, u128)>,
        ) {
            let game = open(self.world.read(), game_id);
            let sender = game.own_structure(sender_structure_id);
            check_other(sender_structure_id, recipient_structure_id);
            let recipient = game.structure(recipient_structure_id);
            check_list(resources);
            spend_all(@game, sender_structure_id, resources);
            burn_donkeys(@game, sender_structure_id, resources);
            let seconds = travel_seconds(@game, coord_of(@sender), coord_of(@recipient));
            arrive(@game, recipient_structure_id, seconds, resources);
            told(@game, StoryKind::ResourceSendStory, sender_structure_id, recipient_structure_id, seconds);
        }

        fn approve(
            ref self: ContractState,
            game_id: u32,
            owner_structure_id: u32,
            recipient_structure_id: u32,
            resources: Span<(u8, u128)>,
        ) {
            let game = open(self.world.read(), game_id);
            game.own_structure(owner_structure_id);
            check_other(owner_structure_id, recipient_structure_id);
            game.structure(recipient_structure_id);
            check_list(resources);
            for (resource_type, amount) in resources {
                game
                    .put(
                        allowance_keys(owner_structure_id, recipient_structure_id, *resource_type),
                        ResourceAllowance { amount: *amount },
                    );
            }
            told(@game, StoryKind::ResourceApproveStory, owner_structure_id, recipient_structure_id, 0);
        }

        fn pickup(
            ref self: ContractState,
            game_id: u32,
            recipient_structure_id: u32,
            owner_structure_id: u32,
            resources: Span<(u8, u128)>,
        ) {
            let game = open(self.world.read(), game_id);
            let recipient = game.own_structure(recipient_structure_id);
            check_other(owner_structure_id, recipient_structure_id);
            let owner = game.structure(owner_structure_id);
            check_list(resources);
            for (resource_type, amount) in resources {
                let keys = allowance_keys(
                    owner_structure_id, recipient_structure_id, *resource_type,
                );
                let allowed = game.find(keys).unwrap_or(ResourceAllowance { amount: 0 }).amount;
                assert!(
                    allowed >= *amount,
                    "structure {} may take {} of resource {}, not {}",
                    recipient_structure_id,
                    allowed,
                    *resource_type,
                    *amount,
                );
                game.put(keys, ResourceAllowance { amount: allowed - *amount });
            }
            spend_all(@game, owner_structure_id, resources);
            burn_donkeys(@game, recipient_structure_id, resources);
            // The donkeys go there first.
            let seconds = 2 * travel_seconds(@game, coord_of(@recipient), coord_of(@owner));
            arrive(@game, recipient_structure_id, seconds, resources);
            told(@game, StoryKind::ResourcePickupStory, recipient_structure_id, owner_structure_id, seconds);
        }

        fn arrivals_offload(
            ref self: ContractState,
            game_id: u32,
            from_structure_id: u32,
            day: u64,
            slot: u8,
            resource_count: u8,
        ) {
            let game = open(self.world.read(), game_id);
            game.own_structure(from_structure_id);
            assert!(
                slot < game.config.day_slots, "a day has {} slots, not {}", game.config.day_slots, slot,
            );
            assert!(day <= game.now, "day {} is far away", day);
            let begins = slot_begins(@game, day, slot);
            assert!(
                game.now >= begins,
                "day {} slot {} begins at {}, and it is {}",
                day,
                slot,
                begins,
                game.now,
            );
            let keys = arrival_keys(from_structure_id, day, slot);
            let there = game.find(keys).unwrap_or(ResourceArrival { resources: array![].span() });
            assert!(resource_count != 0, "the count of resources is zero");
            assert!(
                resource_count.into() <= there.resources.len(),
                "day {} slot {} holds {} resources, not {}",
                day,
                slot,
                there.resources.len(),
                resource_count,
            );
            let count: u32 = resource_count.into();
            for (resource_type, amount) in there.resources.slice(0, count) {
                grant(@game, from_structure_id, *resource_type, *amount);
            }
            let left = there.resources.slice(count, there.resources.len() - count);
            if left.is_empty() {
                game.drop::<ResourceArrival>(keys);
            } else {
                game.put(keys, ResourceArrival { resources: left });
            }
            game
                .story(
                    StoryKind::ArrivalsOffloadStory,
                    from_structure_id,
                    day.into(),
                    slot.into(),
                    resource_count.into(),
                );
        }
    }

    fn told(game: @Game, kind: StoryKind, structure_id: u32, other_id: u32, seconds: u64) {
        game.story(kind, structure_id, other_id.into(), seconds.into(), 0);
    }

    #[inline(never)]
    fn check_other(a: u32, b: u32) {
        assert!(a != b, "structure {} is both sides", a);
    }

    fn allowance_keys(owner: u32, recipient: u32, resource_type: u8) -> Span<felt252> {
        array![owner.into(), recipient.into(), resource_type.into()].span()
    }
}
