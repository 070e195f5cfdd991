//! The map of hexes: even rows are shifted to the right, NorthEast goes to y + 1.
use crate::models::Coord;

#[derive(Copy, Drop, Serde, PartialEq)]
pub enum Direction {
    East,
    NorthEast,
    NorthWest,
    West,
    SouthWest,
    SouthEast,
}

/// The next hex that way; the map ends at 0 and at 2^32 - 1.
#[inline(never)]
pub fn neighbour(from: Coord, direction: Direction) -> Coord {
    let shift: i64 = if from.y % 2 == 0 {
        1
    } else {
        0
    };
    let (dx, dy): (i64, i64) = match direction {
        Direction::East => (1, 0),
        Direction::NorthEast => (shift, 1),
        Direction::NorthWest => (shift - 1, 1),
        Direction::West => (-1, 0),
        Direction::SouthWest => (shift - 1, -1),
        Direction::SouthEast => (shift, -1),
    };
    Coord { alt: from.alt, x: moved(from.x, dx), y: moved(from.y, dy) }
}

fn moved(at: u32, by: i64) -> u32 {
    let to: Option<u32> = (at.into() + by).try_into();
    assert!(to.is_some(), "the map ends there");
    to.unwrap()
}

/// Steps from one hex to another.
#[inline(never)]
pub fn distance(a: Coord, b: Coord) -> u64 {
    let (aq, ar) = axial(a);
    let (bq, br) = axial(b);
    let dq = aq - bq;
    let dr = ar - br;
    let longest = larger(larger(absolute(dq), absolute(dr)), absolute(dq + dr));
    longest.try_into().unwrap()
}

fn axial(at: Coord) -> (i64, i64) {
    let y: i64 = at.y.into();
    let shifted: i64 = ((at.y.into() + (at.y % 2).into()) / 2_u64).try_into().unwrap();
    (at.x.into() - shifted, y)
}

fn absolute(value: i64) -> i64 {
    if value < 0 {
        -value
    } else {
        value
    }
}

fn larger(a: i64, b: i64) -> i64 {
    if a > b {
        a
    } else {
        b
    }
}
