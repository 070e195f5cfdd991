//! Random numbers: asked for by the first call of a transaction, consumed by a system in the same
//! one. They are a hash of who asks and how often they did: verifiable, and, unlike an oracle's,
//! known to who computes it. A board that is played for money wants the real one.
use starknet::ContractAddress;

#[derive(Copy, Drop, Serde)]
pub enum Source {
    Nonce: ContractAddress,
    Salt: felt252,
}

#[starknet::interface]
pub trait IVrfProvider<T> {
    fn request_random(ref self: T, caller: ContractAddress, source: Source);
    fn consume_random(ref self: T, source: Source) -> felt252;
}

#[starknet::contract]
pub mod vrf_provider {
    use core::num::traits::Zero;
    use core::poseidon::poseidon_hash_span;
    use starknet::storage::{
        Map, StorageMapReadAccess, StorageMapWriteAccess, StoragePointerReadAccess,
        StoragePointerWriteAccess,
    };
    use starknet::{ContractAddress, get_caller_address, get_tx_info};
    use super::Source;

    #[storage]
    struct Storage {
        transaction: felt252,
        consumer: ContractAddress,
        source: felt252,
        consumed: Map<felt252, felt252>,
    }

    #[abi(embed_v0)]
    impl VrfProvider of super::IVrfProvider<ContractState> {
        fn request_random(ref self: ContractState, caller: ContractAddress, source: Source) {
            let transaction = get_tx_info().unbox().transaction_hash;
            assert(self.transaction.read() != transaction, 'one request a transaction');
            assert(caller.is_non_zero(), 'no consumer named');
            self.transaction.write(transaction);
            self.consumer.write(caller);
            self.source.write(hash(source));
        }

        fn consume_random(ref self: ContractState, source: Source) -> felt252 {
            let source = hash(source);
            let asked = self.transaction.read() == get_tx_info().unbox().transaction_hash
                && self.consumer.read() == get_caller_address()
                && self.source.read() == source;
            assert(asked, 'no random number was requested');
            // The transaction stays, so that it cannot ask again; the consumer goes.
            self.consumer.write(Zero::zero());
            let before = self.consumed.read(source);
            self.consumed.write(source, before + 1);
            poseidon_hash_span(array![source, before].span())
        }
    }

    fn hash(source: Source) -> felt252 {
        let words = match source {
            Source::Nonce(account) => array![0, account.into()],
            Source::Salt(salt) => array![1, salt],
        };
        poseidon_hash_span(words.span())
    }
}
