package dev.playloop.worlds.society.model;

import dev.playloop.schemas.tool.Tool;

/// Everything an agent can ask of the society. Closed: a tool without its execution does not
/// compile.
public sealed interface SocietyTool extends Tool permits SocietyRead, SocietyWrite {}
