package dev.playloop.worlds.eternum.model;

import dev.playloop.schemas.tool.Tool;

/// Everything an agent can ask of the game. Closed: a tool without its execution does not compile.
public sealed interface EternumTool extends Tool permits EternumRead, EternumWrite {}
