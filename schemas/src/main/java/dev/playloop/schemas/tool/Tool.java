package dev.playloop.schemas.tool;

/// A tool call with typed arguments. An implementation is a record: its name in snake case is the
/// tool's name, its components are the parameters (a `@Nullable` one is optional; `@JsonProperty`
/// gives one a name that is none in Java), [Describe] on the record says when to use it, [Traits]
/// what it does.
public interface Tool {}
