package dev.playloop.executor;

import dev.playloop.worlds.model.World;
import dev.playloop.worlds.model.WorldActions;

/// A world and what acts in it. The executor uses the actions but does not close them.
public record WorldBinding(World world, WorldActions actions) {}
