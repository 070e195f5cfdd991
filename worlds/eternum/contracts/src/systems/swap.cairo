//! A bank's pools: constant product, the fee stays with the liquidity, and every rounding is
//! against the trader.
use crate::game::{Game, GameTrait};
use crate::models::{Market, Structure, StructureCategory};
use crate::resources::{LORDS, check_type};

#[starknet::interface]
pub trait ISwap<T> {
    fn buy(
        ref self: T,
        game_id: u32,
        bank_entity_id: u32,
        structure_id: u32,
        resource_type: u8,
        amount: u128,
    );
    fn sell(
        ref self: T,
        game_id: u32,
        bank_entity_id: u32,
        structure_id: u32,
        resource_type: u8,
        amount: u128,
    );
}

/// The structure, which must be a bank.
#[inline(never)]
pub fn bank(game: @Game, bank_entity_id: u32) -> Structure {
    let bank = game.structure(bank_entity_id);
    assert!(
        bank.base.category == StructureCategory::Bank, "structure {} is no bank", bank_entity_id,
    );
    bank
}

#[inline(never)]
pub fn pool(game: @Game, bank_entity_id: u32, resource_type: u8) -> Market {
    check_type(resource_type);
    assert!(resource_type != LORDS, "Lords are what pools count in");
    game
        .find(pool_keys(bank_entity_id, resource_type))
        .unwrap_or(Market { lords_amount: 0, resource_amount: 0, total_shares: 0 })
}

pub fn put_pool(game: @Game, bank_entity_id: u32, resource_type: u8, pool: Market) {
    game.put(pool_keys(bank_entity_id, resource_type), pool);
}

fn pool_keys(bank_entity_id: u32, resource_type: u8) -> Span<felt252> {
    array![bank_entity_id.into(), resource_type.into()].span()
}

/// a * b / c, down.
#[inline(never)]
pub fn share_of(a: u128, b: u128, c: u128) -> u128 {
    let product: u256 = a.into() * b.into();
    narrow(product / c.into())
}

/// a * b / c, up.
#[inline(never)]
pub fn share_up(a: u128, b: u128, c: u128) -> u128 {
    let product: u256 = a.into() * b.into();
    let c: u256 = c.into();
    narrow((product + c - 1) / c)
}

fn narrow(value: u256) -> u128 {
    let narrowed: Option<u128> = value.try_into();
    assert!(narrowed.is_some(), "the amount is above 2^128 - 1");
    narrowed.unwrap()
}

#[starknet::contract]
pub mod swap_systems {
    use starknet::ContractAddress;
    use starknet::storage::{StoragePointerReadAccess, StoragePointerWriteAccess};
    use crate::game::{Game, GameTrait, coord_of, open};
    use crate::models::{StoryKind, SwapEvent};
    use crate::resources::{LORDS, arrive, burn_donkeys, spend, travel_seconds};
    use super::{bank, pool, put_pool, share_of, share_up};

    #[storage]
    struct Storage {
        world: ContractAddress,
    }

    #[constructor]
    fn constructor(ref self: ContractState, world: ContractAddress) {
        self.world.write(world);
    }

    #[abi(embed_v0)]
    impl Swaps of super::ISwap<ContractState> {
        fn buy(
            ref self: ContractState,
            game_id: u32,
            bank_entity_id: u32,
            structure_id: u32,
            resource_type: u8,
            amount: u128,
        ) {
            let game = open(self.world.read(), game_id);
            let structure = game.own_structure(structure_id);
            let bank = bank(@game, bank_entity_id);
            let mut pool = pool(@game, bank_entity_id, resource_type);
            check_amount(amount);
            assert!(
                amount < pool.resource_amount,
                "the pool holds {} of resource {}",
                pool.resource_amount,
                resource_type,
            );
            let left = pool.resource_amount - amount;
            let price = share_up(pool.lords_amount, amount, left);
            let config = game.config;
            let taken = config.swap_fee_denom - config.swap_fee_num;
            let paid = share_up(price, config.swap_fee_denom, taken);
            spend(@game, structure_id, LORDS, paid);
            let bought = array![(resource_type, amount)].span();
            burn_donkeys(@game, structure_id, bought);
            let seconds = travel_seconds(@game, coord_of(@bank), coord_of(@structure));
            arrive(@game, structure_id, seconds, bought);
            pool.lords_amount += paid;
            pool.resource_amount = left;
            put_pool(@game, bank_entity_id, resource_type, pool);
            let event = SwapEvent {
                bank_entity_id,
                resource_type,
                lords_amount: paid,
                resource_amount: amount,
                lp_fees: paid - price,
                buy: true,
                timestamp: game.now,
            };
            told(@game, structure_id, event);
        }

        fn sell(
            ref self: ContractState,
            game_id: u32,
            bank_entity_id: u32,
            structure_id: u32,
            resource_type: u8,
            amount: u128,
        ) {
            let game = open(self.world.read(), game_id);
            let structure = game.own_structure(structure_id);
            let bank = bank(@game, bank_entity_id);
            let mut pool = pool(@game, bank_entity_id, resource_type);
            check_amount(amount);
            assert!(pool.total_shares != 0, "the pool holds 0 of resource {}", resource_type);
            spend(@game, structure_id, resource_type, amount);
            let sold = array![(resource_type, amount)].span();
            burn_donkeys(@game, structure_id, sold);
            let config = game.config;
            let taken = config.swap_fee_denom - config.swap_fee_num;
            let counted = share_of(amount, taken, config.swap_fee_denom);
            let got = share_of(pool.lords_amount, counted, pool.resource_amount + counted);
            assert!(got != 0, "{} of resource {} is worth nothing", amount, resource_type);
            let seconds = travel_seconds(@game, coord_of(@bank), coord_of(@structure));
            arrive(@game, structure_id, seconds, array![(LORDS, got)].span());
            pool.lords_amount -= got;
            pool.resource_amount += amount;
            put_pool(@game, bank_entity_id, resource_type, pool);
            let event = SwapEvent {
                bank_entity_id,
                resource_type,
                lords_amount: got,
                resource_amount: amount,
                lp_fees: amount - counted,
                buy: false,
                timestamp: game.now,
            };
            told(@game, structure_id, event);
        }
    }

    fn check_amount(amount: u128) {
        assert!(amount != 0, "the amount is zero");
    }

    fn told(game: @Game, structure_id: u32, event: SwapEvent) {
        let id = game.uuid();
        game.emit(array![id.into(), structure_id.into()].span(), event);
        game
            .story(
                StoryKind::MarketSwapStory,
                structure_id,
                event.resource_type.into(),
                event.resource_amount,
                event.lords_amount,
            );
    }
}
