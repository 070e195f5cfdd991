//! Orders between structures: what the maker gives lies in the order until somebody takes it.

#[starknet::interface]
pub trait ITrade<T> {
    fn create_order(
        ref self: T,
        game_id: u32,
        maker_id: u32,
        taker_id: u32,
        maker_gives_resource_type: u8,
        taker_pays_resource_type: u8,
        maker_gives_min_resource_amount: u64,
        maker_gives_max_count: u64,
        taker_pays_min_resource_amount: u64,
        expires_at: u32,
    ) -> u32;
    fn accept_order(
        ref self: T, game_id: u32, taker_id: u32, trade_id: u32, taker_buys_count: u64,
    );
    fn cancel_order(ref self: T, game_id: u32, trade_id: u32);
}

#[starknet::contract]
pub mod trade_systems {
    use starknet::ContractAddress;
    use starknet::storage::{StoragePointerReadAccess, StoragePointerWriteAccess};
    use crate::game::{Game, GameTrait, coord_of, open};
    use crate::models::{StoryKind, Trade};
    use crate::resources::{arrive, burn_donkeys, check_type, grant, spend, travel_seconds};

    #[storage]
    struct Storage {
        world: ContractAddress,
    }

    #[constructor]
    fn constructor(ref self: ContractState, world: ContractAddress) {
        self.world.write(world);
    }

    #[abi(embed_v0)]
    impl Trades of super::ITrade<ContractState> {
        fn create_order(
            ref self: ContractState,
            game_id: u32,
            maker_id: u32,
            taker_id: u32,
            maker_gives_resource_type: u8,
            taker_pays_resource_type: u8,
            maker_gives_min_resource_amount: u64,
            maker_gives_max_count: u64,
            taker_pays_min_resource_amount: u64,
            expires_at: u32,
        ) -> u32 {
            let game = open(self.world.read(), game_id);
            game.own_structure(maker_id);
            assert!(maker_id != taker_id, "structure {} is both sides", maker_id);
            if taker_id != 0 {
                game.structure(taker_id);
            }
            check_type(maker_gives_resource_type);
            check_type(taker_pays_resource_type);
            assert!(
                maker_gives_resource_type != taker_pays_resource_type,
                "resource {} is on both sides",
                maker_gives_resource_type,
            );
            assert!(
                maker_gives_min_resource_amount != 0 && taker_pays_min_resource_amount != 0,
                "an amount of the order is zero",
            );
            assert!(maker_gives_max_count != 0, "the count of the order is zero");
            assert!(
                expires_at.into() > game.now, "expiry {} is not after {}", expires_at, game.now,
            );
            let trade = Trade {
                maker_id,
                taker_id,
                maker_gives_resource_type,
                taker_pays_resource_type,
                maker_gives_min_resource_amount,
                maker_gives_max_count,
                taker_pays_min_resource_amount,
                expires_at,
            };
            let (gives, pays) = sides(@trade, maker_gives_max_count);
            let (_, given) = gives;
            spend(@game, maker_id, maker_gives_resource_type, given);
            // The maker's donkeys are hired now for all that may come.
            burn_donkeys(@game, maker_id, array![pays].span());
            let id = game.uuid();
            game.put(array![id.into()].span(), trade);
            let count = maker_gives_max_count.into();
            game.story(StoryKind::OrderCreateStory, id, maker_id.into(), taker_id.into(), count);
            id
        }

        fn accept_order(
            ref self: ContractState,
            game_id: u32,
            taker_id: u32,
            trade_id: u32,
            taker_buys_count: u64,
        ) {
            let game = open(self.world.read(), game_id);
            let taker = game.own_structure(taker_id);
            let mut trade = order(@game, trade_id);
            assert!(
                game.now < trade.expires_at.into(),
                "order {} expired at {}",
                trade_id,
                trade.expires_at,
            );
            assert!(
                trade.taker_id == 0 || trade.taker_id == taker_id,
                "order {} is for structure {}",
                trade_id,
                trade.taker_id,
            );
            assert!(taker_id != trade.maker_id, "structure {} is both sides", taker_id);
            assert!(taker_buys_count != 0, "the count is zero");
            assert!(
                taker_buys_count <= trade.maker_gives_max_count,
                "order {} has {} left, not {}",
                trade_id,
                trade.maker_gives_max_count,
                taker_buys_count,
            );
            let (gives, pays) = sides(@trade, taker_buys_count);
            let (pays_type, paid) = pays;
            spend(@game, taker_id, pays_type, paid);
            burn_donkeys(@game, taker_id, array![gives].span());
            let maker = game.structure(trade.maker_id);
            let seconds = travel_seconds(@game, coord_of(@maker), coord_of(@taker));
            arrive(@game, taker_id, seconds, array![gives].span());
            arrive(@game, trade.maker_id, seconds, array![pays].span());
            trade.maker_gives_max_count -= taker_buys_count;
            let keys = array![trade_id.into()].span();
            if trade.maker_gives_max_count == 0 {
                game.drop::<Trade>(keys);
            } else {
                game.put(keys, trade);
            }
            let (maker_id, count) = (trade.maker_id.into(), taker_buys_count.into());
            game.story(StoryKind::OrderAcceptStory, trade_id, maker_id, taker_id.into(), count);
        }

        fn cancel_order(ref self: ContractState, game_id: u32, trade_id: u32) {
            let game = open(self.world.read(), game_id);
            let trade = order(@game, trade_id);
            game.own_structure(trade.maker_id);
            let ((gives_type, given), _) = sides(@trade, trade.maker_gives_max_count);
            grant(@game, trade.maker_id, gives_type, given);
            game.drop::<Trade>(array![trade_id.into()].span());
            let count = trade.maker_gives_max_count.into();
            game.story(StoryKind::OrderCancelStory, trade_id, trade.maker_id.into(), 0, count);
        }
    }

    fn order(game: @Game, trade_id: u32) -> Trade {
        let found: Option<Trade> = game.find(array![trade_id.into()].span());
        assert!(found.is_some(), "order {} does not exist", trade_id);
        found.unwrap()
    }

    /// What changes hands for so many of an order: the maker's side and the taker's.
    fn sides(trade: @Trade, count: u64) -> ((u8, u128), (u8, u128)) {
        let count: u128 = count.into();
        let given: u128 = (*trade.maker_gives_min_resource_amount).into() * count;
        let paid: u128 = (*trade.taker_pays_min_resource_amount).into() * count;
        ((*trade.maker_gives_resource_type, given), (*trade.taker_pays_resource_type, paid))
    }
}
