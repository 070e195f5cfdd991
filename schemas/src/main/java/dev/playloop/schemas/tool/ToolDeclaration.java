package dev.playloop.schemas.tool;

import dev.playloop.schemas.json.RawJson;

/// A tool as the model sees it: its parameters are one canonical JSON Schema text.
public record ToolDeclaration(String name, String description, RawJson parameters) {}
