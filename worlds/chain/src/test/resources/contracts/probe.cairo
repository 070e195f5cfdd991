// What the tests of the node's client declare, deploy and call: a counter that refuses in each of
// the ways in which a contract can.
#[starknet::interface]
trait IProbe<T> {
    fn bump(ref self: T, by: u64);
    fn count(self: @T) -> u64;
    fn refuse_in_short(self: @T);
    fn refuse_at_length(self: @T, wanted: u64, had: u64);
    fn refuse_in_words(self: @T);
    fn pass_on(self: @T, to: starknet::ContractAddress, wanted: u64);
}

#[starknet::contract]
mod probe {
    use starknet::ContractAddress;
    use starknet::storage::{StoragePointerReadAccess, StoragePointerWriteAccess};
    use super::{IProbeDispatcher, IProbeDispatcherTrait};

    #[storage]
    struct Storage {
        count: u64,
    }

    #[event]
    #[derive(Drop, starknet::Event)]
    enum Event {
        Bumped: Bumped,
    }

    #[derive(Drop, starknet::Event)]
    struct Bumped {
        #[key]
        by: u64,
        count: u64,
    }

    #[constructor]
    fn constructor(ref self: ContractState, start: u64) {
        self.count.write(start);
    }

    #[abi(embed_v0)]
    impl Probe of super::IProbe<ContractState> {
        fn bump(ref self: ContractState, by: u64) {
            assert(by < 100, 'below 100 only');
            let count = self.count.read() + by;
            self.count.write(count);
            self.emit(Bumped { by, count });
        }

        fn count(self: @ContractState) -> u64 {
            self.count.read()
        }

        fn refuse_in_short(self: @ContractState) {
            assert(false, 'no stamina left');
        }

        fn refuse_at_length(self: @ContractState, wanted: u64, had: u64) {
            assert!(had >= wanted, "structure 12 wants {} wood for \"Keep\" and has {}", wanted, had);
        }

        fn refuse_in_words(self: @ContractState) {
            core::panic_with_felt252('first');
        }

        fn pass_on(self: @ContractState, to: ContractAddress, wanted: u64) {
            IProbeDispatcher { contract_address: to }.refuse_at_length(wanted, 0);
        }
    }
}
