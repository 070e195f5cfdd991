//! The game's contracts. `world` keeps all state; the systems hold the rules and no state.
pub mod battle;
pub mod game;
pub mod hex;
pub mod models;
pub mod resources;
pub mod systems;
pub mod tiles;
pub mod troops;
pub mod world;
