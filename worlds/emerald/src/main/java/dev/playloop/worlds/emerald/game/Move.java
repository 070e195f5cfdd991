package dev.playloop.worlds.emerald.game;

/// A move in its slot from 1; `move` is the game's number.
public record Move(int slot, int move, int pp) {}
