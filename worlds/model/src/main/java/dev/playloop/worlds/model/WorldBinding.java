package dev.playloop.worlds.model;

/// A world and what acts in it. The executor uses the actions but does not close them.
public record WorldBinding(World world, WorldActions actions) {}
