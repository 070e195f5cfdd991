//! What players are called.

#[starknet::interface]
pub trait INames<T> {
    fn set_address_name(ref self: T, game_id: u32, name: felt252);
}

/// Printable ASCII characters in one word: 31 at most, since a word of 32 begins below them.
#[inline(never)]
pub fn check_name(name: felt252) {
    let mut rest: u256 = name.into();
    assert!(rest != 0, "the name is empty");
    while rest != 0 {
        let character = rest % 256;
        assert!(
            character >= 32 && character < 127, "a name has printable ASCII characters, at most 31",
        );
        rest = rest / 256;
    }
}

#[starknet::contract]
pub mod name_systems {
    use starknet::storage::{StoragePointerReadAccess, StoragePointerWriteAccess};
    use starknet::{ContractAddress, get_caller_address};
    use crate::game::{GameTrait, open};
    use crate::models::{AddressName, StoryKind};
    use super::check_name;

    #[storage]
    struct Storage {
        world: ContractAddress,
    }

    #[constructor]
    fn constructor(ref self: ContractState, world: ContractAddress) {
        self.world.write(world);
    }

    #[abi(embed_v0)]
    impl Names of super::INames<ContractState> {
        fn set_address_name(ref self: ContractState, game_id: u32, name: felt252) {
            let game = open(self.world.read(), game_id);
            check_name(name);
            game.put(array![get_caller_address().into()].span(), AddressName { name });
            game.story(StoryKind::AddressNameStory, 0, 0, 0, 0);
        }
    }
}
