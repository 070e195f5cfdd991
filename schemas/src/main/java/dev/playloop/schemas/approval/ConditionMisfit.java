package dev.playloop.schemas.approval;

/// Something of a condition that does not fit a tool's arguments.
public record ConditionMisfit(String field, String expected, String got) {}
