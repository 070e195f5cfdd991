package dev.playloop.worlds.emerald.model;

import dev.playloop.schemas.tool.Tool;

/// Everything an agent can ask of the game. Closed: a tool without its execution does not compile.
public sealed interface EmeraldTool extends Tool permits EmeraldRead, EmeraldWrite {}
