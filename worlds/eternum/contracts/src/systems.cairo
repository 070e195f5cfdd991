//! The game's rules, one contract for each group of actions.
pub mod guild;
pub mod hyperstructure;
pub mod liquidity;
pub mod names;
pub mod production;
pub mod raid;
pub mod resource;
pub mod setup;
pub mod structure;
pub mod swap;
pub mod trade;
pub mod troop_battle;
pub mod troop_management;
pub mod troop_movement;
pub mod vrf;
