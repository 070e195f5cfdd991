//! All state, as records of words under a model's selector and their keys. Anybody reads; only the
//! registered systems write. A directory says where each of them is.
use starknet::ContractAddress;

#[starknet::interface]
pub trait IWorld<T> {
    /// The words of a record, none where there is no such record.
    fn get(self: @T, model: felt252, keys: Span<felt252>) -> Span<felt252>;
    fn set(ref self: T, model: felt252, keys: Span<felt252>, values: Span<felt252>);
    fn remove(ref self: T, model: felt252, keys: Span<felt252>);
    fn emit_event(ref self: T, model: felt252, keys: Span<felt252>, values: Span<felt252>);
    /// A number that was never given before: 100000 and up, so that a board may name its own below.
    fn uuid(ref self: T) -> u32;
    /// Zero where none has this name.
    fn contract(self: @T, name: felt252) -> ContractAddress;
    /// By the deployer only. A name that is given again passes from the old address to the new one.
    fn register(ref self: T, name: felt252, address: ContractAddress);
}

#[starknet::contract]
pub mod world {
    use core::num::traits::Zero;
    use core::poseidon::poseidon_hash_span;
    use starknet::storage::{
        Map, StorageMapReadAccess, StorageMapWriteAccess, StoragePointerReadAccess,
        StoragePointerWriteAccess,
    };
    use starknet::storage_access::{
        StorageBaseAddress, storage_address_from_base_and_offset, storage_base_address_from_felt252,
    };
    use starknet::syscalls::{storage_read_syscall, storage_write_syscall};
    use starknet::{ContractAddress, SyscallResultTrait, get_caller_address};

    /// A record's first word in storage is its length plus one, so its words and that fit an offset
    /// of 8 bits.
    const MAX_WORDS: u32 = 254;
    const FIRST_UUID: u32 = 100000;

    #[storage]
    struct Storage {
        deployer: ContractAddress,
        directory: Map<felt252, ContractAddress>,
        writers: Map<ContractAddress, bool>,
        given: u32,
    }

    #[event]
    #[derive(Drop, starknet::Event)]
    enum Event {
        StoreSetRecord: StoreSetRecord,
        StoreDelRecord: StoreDelRecord,
        EventEmitted: EventEmitted,
    }

    #[derive(Drop, starknet::Event)]
    struct StoreSetRecord {
        #[key]
        selector: felt252,
        #[key]
        entity_id: felt252,
        keys: Span<felt252>,
        values: Span<felt252>,
    }

    #[derive(Drop, starknet::Event)]
    struct StoreDelRecord {
        #[key]
        selector: felt252,
        #[key]
        entity_id: felt252,
    }

    #[derive(Drop, starknet::Event)]
    struct EventEmitted {
        #[key]
        selector: felt252,
        #[key]
        system_address: ContractAddress,
        keys: Span<felt252>,
        values: Span<felt252>,
    }

    #[constructor]
    fn constructor(ref self: ContractState, deployer: ContractAddress) {
        self.deployer.write(deployer);
    }

    #[abi(embed_v0)]
    impl World of super::IWorld<ContractState> {
        fn get(self: @ContractState, model: felt252, keys: Span<felt252>) -> Span<felt252> {
            let base = base(model, poseidon_hash_span(keys));
            let length = read(base, 0);
            let mut words: Array<felt252> = array![];
            if length != 0 {
                let length: u8 = length.try_into().unwrap();
                for offset in 1..length {
                    words.append(read(base, offset));
                }
            }
            words.span()
        }

        fn set(
            ref self: ContractState, model: felt252, keys: Span<felt252>, values: Span<felt252>,
        ) {
            self.assert_writer();
            assert(values.len() <= MAX_WORDS, 'record too long');
            let entity_id = poseidon_hash_span(keys);
            let base = base(model, entity_id);
            write(base, 0, (values.len() + 1).into());
            let mut offset: u8 = 1;
            for value in values {
                write(base, offset, *value);
                offset += 1;
            }
            self.emit(StoreSetRecord { selector: model, entity_id, keys, values });
        }

        fn remove(ref self: ContractState, model: felt252, keys: Span<felt252>) {
            self.assert_writer();
            let entity_id = poseidon_hash_span(keys);
            write(base(model, entity_id), 0, 0);
            self.emit(StoreDelRecord { selector: model, entity_id });
        }

        fn emit_event(
            ref self: ContractState, model: felt252, keys: Span<felt252>, values: Span<felt252>,
        ) {
            self.assert_writer();
            let system_address = get_caller_address();
            self.emit(EventEmitted { selector: model, system_address, keys, values });
        }

        fn uuid(ref self: ContractState) -> u32 {
            self.assert_writer();
            let given = self.given.read();
            self.given.write(given + 1);
            FIRST_UUID + given
        }

        fn contract(self: @ContractState, name: felt252) -> ContractAddress {
            self.directory.read(name)
        }

        fn register(ref self: ContractState, name: felt252, address: ContractAddress) {
            assert(get_caller_address() == self.deployer.read(), 'only the deployer registers');
            let before = self.directory.read(name);
            if before.is_non_zero() {
                self.writers.write(before, false);
            }
            self.directory.write(name, address);
            self.writers.write(address, true);
        }
    }

    #[generate_trait]
    impl Rights of RightsTrait {
        fn assert_writer(self: @ContractState) {
            assert(self.writers.read(get_caller_address()), 'only systems write');
        }
    }

    fn base(model: felt252, entity_id: felt252) -> StorageBaseAddress {
        storage_base_address_from_felt252(poseidon_hash_span(array![model, entity_id].span()))
    }

    fn read(base: StorageBaseAddress, offset: u8) -> felt252 {
        storage_read_syscall(0, storage_address_from_base_and_offset(base, offset)).unwrap_syscall()
    }

    fn write(base: StorageBaseAddress, offset: u8, value: felt252) {
        storage_write_syscall(0, storage_address_from_base_and_offset(base, offset), value)
            .unwrap_syscall()
    }
}
