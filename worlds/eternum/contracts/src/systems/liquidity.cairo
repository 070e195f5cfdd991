//! Shares of a bank's pools.

#[starknet::interface]
pub trait ILiquidity<T> {
    fn add(
        ref self: T,
        game_id: u32,
        bank_entity_id: u32,
        entity_id: u32,
        resource_type: u8,
        resource_amount: u128,
        lords_amount: u128,
    );
    fn remove(
        ref self: T,
        game_id: u32,
        bank_entity_id: u32,
        entity_id: u32,
        resource_type: u8,
        shares: u128,
    );
}

#[starknet::contract]
pub mod liquidity_systems {
    use core::num::traits::Sqrt;
    use starknet::storage::{StoragePointerReadAccess, StoragePointerWriteAccess};
    use starknet::{ContractAddress, get_caller_address};
    use crate::game::{Game, GameTrait, coord_of, open};
    use crate::models::{Liquidity, Market, StoryKind};
    use crate::resources::{LORDS, arrive, burn_donkeys, spend, travel_seconds};
    use crate::systems::swap::{bank, pool, put_pool, share_of, share_up};

    #[storage]
    struct Storage {
        world: ContractAddress,
    }

    #[constructor]
    fn constructor(ref self: ContractState, world: ContractAddress) {
        self.world.write(world);
    }

    #[abi(embed_v0)]
    impl Liquidities of super::ILiquidity<ContractState> {
        fn add(
            ref self: ContractState,
            game_id: u32,
            bank_entity_id: u32,
            entity_id: u32,
            resource_type: u8,
            resource_amount: u128,
            lords_amount: u128,
        ) {
            let game = open(self.world.read(), game_id);
            game.own_structure(entity_id);
            bank(@game, bank_entity_id);
            let mut pool = pool(@game, bank_entity_id, resource_type);
            assert!(resource_amount != 0 && lords_amount != 0, "an amount is zero");
            let (resources, lords, shares) = contribution(@pool, resource_amount, lords_amount);
            assert!(shares != 0, "these amounts are worth no share");
            spend(@game, entity_id, resource_type, resources);
            spend(@game, entity_id, LORDS, lords);
            pool.resource_amount += resources;
            pool.lords_amount += lords;
            pool.total_shares += shares;
            put_pool(@game, bank_entity_id, resource_type, pool);
            let keys = position_keys(bank_entity_id, resource_type);
            let held = held(@game, keys);
            game.put(keys, Liquidity { shares: held + shares });
            game.story(StoryKind::LiquidityAddStory, entity_id, resource_type.into(), shares, lords);
        }

        fn remove(
            ref self: ContractState,
            game_id: u32,
            bank_entity_id: u32,
            entity_id: u32,
            resource_type: u8,
            shares: u128,
        ) {
            let game = open(self.world.read(), game_id);
            let structure = game.own_structure(entity_id);
            let bank = bank(@game, bank_entity_id);
            let mut pool = pool(@game, bank_entity_id, resource_type);
            assert!(shares != 0, "the shares are zero");
            let keys = position_keys(bank_entity_id, resource_type);
            let held = held(@game, keys);
            assert!(held >= shares, "you hold {} shares, not {}", held, shares);
            let resources = share_of(pool.resource_amount, shares, pool.total_shares);
            let lords = share_of(pool.lords_amount, shares, pool.total_shares);
            pool.resource_amount -= resources;
            pool.lords_amount -= lords;
            pool.total_shares -= shares;
            put_pool(@game, bank_entity_id, resource_type, pool);
            if held == shares {
                game.drop::<Liquidity>(keys);
            } else {
                game.put(keys, Liquidity { shares: held - shares });
            }
            let out = array![(resource_type, resources), (LORDS, lords)].span();
            burn_donkeys(@game, entity_id, out);
            let seconds = travel_seconds(@game, coord_of(@bank), coord_of(@structure));
            arrive(@game, entity_id, seconds, out);
            game.story(StoryKind::LiquidityRemoveStory, entity_id, resource_type.into(), shares, lords);
        }
    }

    /// What of the two amounts goes in, by the pool's price, and the shares for it. The first one
    /// sets the price.
    fn contribution(pool: @Market, resource_amount: u128, lords_amount: u128) -> (u128, u128, u128) {
        if *pool.total_shares == 0 {
            let product: u256 = resource_amount.into() * lords_amount.into();
            return (resource_amount, lords_amount, product.sqrt());
        }
        let (in_resources, in_lords) = (*pool.resource_amount, *pool.lords_amount);
        let wanted = share_up(resource_amount, in_lords, in_resources);
        let (resources, lords) = if wanted <= lords_amount {
            (resource_amount, wanted)
        } else {
            (share_up(lords_amount, in_resources, in_lords), lords_amount)
        };
        let by_resources = share_of(*pool.total_shares, resources, in_resources);
        let by_lords = share_of(*pool.total_shares, lords, in_lords);
        (resources, lords, if by_resources < by_lords {
            by_resources
        } else {
            by_lords
        })
    }

    fn held(game: @Game, keys: Span<felt252>) -> u128 {
        game.find(keys).unwrap_or(Liquidity { shares: 0 }).shares
    }

    fn position_keys(bank_entity_id: u32, resource_type: u8) -> Span<felt252> {
        array![bank_entity_id.into(), get_caller_address().into(), resource_type.into()].span()
    }
}
