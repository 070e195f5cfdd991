//! Guilds of players, each known by its owner's address.
use starknet::ContractAddress;

#[starknet::interface]
pub trait IGuild<T> {
    fn create_guild(ref self: T, game_id: u32, public: bool, name: felt252);
    fn join_guild(ref self: T, game_id: u32, guild_id: ContractAddress);
    fn leave_guild(ref self: T, game_id: u32);
    fn update_whitelist(ref self: T, game_id: u32, address: ContractAddress, whitelist: bool);
}

#[starknet::contract]
pub mod guild_systems {
    use core::num::traits::Zero;
    use starknet::storage::{StoragePointerReadAccess, StoragePointerWriteAccess};
    use starknet::{ContractAddress, get_caller_address};
    use crate::game::{Game, GameTrait, open};
    use crate::models::{AddressName, Guild, GuildMember, GuildWhitelist, StoryKind};
    use crate::systems::names::check_name;

    const MAX_MEMBERS: u16 = 50;

    #[storage]
    struct Storage {
        world: ContractAddress,
    }

    #[constructor]
    fn constructor(ref self: ContractState, world: ContractAddress) {
        self.world.write(world);
    }

    #[abi(embed_v0)]
    impl Guilds of super::IGuild<ContractState> {
        fn create_guild(ref self: ContractState, game_id: u32, public: bool, name: felt252) {
            let game = open(self.world.read(), game_id);
            let caller = get_caller_address();
            check_name(name);
            check_named(@game, caller, "you have");
            check_free(@game, caller);
            game.put(one(caller), Guild { name, public, member_count: 1 });
            game.put(one(caller), GuildMember { guild_id: caller });
            told(@game, StoryKind::GuildCreateStory, 1);
        }

        fn join_guild(ref self: ContractState, game_id: u32, guild_id: ContractAddress) {
            let game = open(self.world.read(), game_id);
            let caller = get_caller_address();
            check_named(@game, caller, "you have");
            check_free(@game, caller);
            let mut guild = guild(@game, guild_id);
            if !guild.public {
                let listed: Option<GuildWhitelist> = game.find(two(guild_id, caller));
                assert!(listed.is_some(), "the guild is not public, and you are not on its list");
            }
            assert!(guild.member_count < MAX_MEMBERS, "the guild has {} members", MAX_MEMBERS);
            guild.member_count += 1;
            game.put(one(guild_id), guild);
            game.put(one(caller), GuildMember { guild_id });
            told(@game, StoryKind::GuildJoinStory, guild.member_count.into());
        }

        fn leave_guild(ref self: ContractState, game_id: u32) {
            let game = open(self.world.read(), game_id);
            let caller = get_caller_address();
            let member: Option<GuildMember> = game.find(one(caller));
            assert!(member.is_some(), "you are in no guild");
            let guild_id = member.unwrap().guild_id;
            let mut guild = guild(@game, guild_id);
            guild.member_count -= 1;
            if guild_id == caller {
                assert!(
                    guild.member_count == 0,
                    "your guild has {} other members",
                    guild.member_count,
                );
                game.drop::<Guild>(one(caller));
            } else {
                game.put(one(guild_id), guild);
            }
            game.drop::<GuildMember>(one(caller));
            told(@game, StoryKind::GuildLeaveStory, guild.member_count.into());
        }

        fn update_whitelist(
            ref self: ContractState, game_id: u32, address: ContractAddress, whitelist: bool,
        ) {
            let game = open(self.world.read(), game_id);
            let caller = get_caller_address();
            let found: Option<Guild> = game.find(one(caller));
            assert!(found.is_some(), "you own no guild");
            assert!(address != caller, "you are in your own guild");
            check_named(@game, address, "the player has");
            let keys = two(caller, address);
            if whitelist {
                game.put(keys, GuildWhitelist { whitelisted: true });
            } else {
                game.drop::<GuildWhitelist>(keys);
            }
            told(@game, StoryKind::GuildWhitelistStory, if whitelist {
                1
            } else {
                0
            });
        }
    }

    fn check_named(game: @Game, address: ContractAddress, who: ByteArray) {
        let named: Option<AddressName> = game.find(one(address));
        assert!(named.is_some() && address.is_non_zero(), "{} no name", who);
    }

    fn check_free(game: @Game, address: ContractAddress) {
        let member: Option<GuildMember> = game.find(one(address));
        assert!(member.is_none(), "you are in a guild");
    }

    fn guild(game: @Game, guild_id: ContractAddress) -> Guild {
        let found: Option<Guild> = game.find(one(guild_id));
        assert!(found.is_some(), "the guild does not exist");
        found.unwrap()
    }

    fn told(game: @Game, kind: StoryKind, count: u128) {
        game.story(kind, 0, count, 0, 0);
    }

    fn one(address: ContractAddress) -> Span<felt252> {
        array![address.into()].span()
    }

    fn two(guild_id: ContractAddress, address: ContractAddress) -> Span<felt252> {
        array![guild_id.into(), address.into()].span()
    }
}
