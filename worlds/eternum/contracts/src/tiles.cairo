//! Hexes of the map: explored or not, and who stands there.
use crate::game::{Game, GameTrait};
use crate::models::{Coord, OccupierKind, Tile};

/// The tile, unexplored and free where nothing is known.
pub fn tile(game: @Game, at: Coord) -> Tile {
    game
        .find(keys(at))
        .unwrap_or(Tile { biome: 0, occupier_id: 0, occupier_kind: OccupierKind::None })
}

pub fn put_tile(game: @Game, at: Coord, tile: Tile) {
    game.put(keys(at), tile);
}

/// The tile, which must be explored and free.
#[inline(never)]
pub fn free_tile(game: @Game, at: Coord) -> Tile {
    let tile = tile(game, at);
    assert!(tile.biome != 0, "tile {},{} is not explored", at.x, at.y);
    assert!(
        tile.occupier_kind == OccupierKind::None,
        "tile {},{} is taken by {}",
        at.x,
        at.y,
        tile.occupier_id,
    );
    tile
}

pub fn vacate(game: @Game, at: Coord) {
    let mut left = tile(game, at);
    left.occupier_id = 0;
    left.occupier_kind = OccupierKind::None;
    put_tile(game, at, left);
}

pub fn occupy(game: @Game, at: Coord, explorer_id: u32) {
    let mut taken = tile(game, at);
    taken.occupier_id = explorer_id;
    taken.occupier_kind = OccupierKind::Explorer;
    put_tile(game, at, taken);
}

fn keys(at: Coord) -> Span<felt252> {
    array![at.x.into(), at.y.into()].span()
}
