package dev.playloop.proving.fuzz.arena;

/// A promise that an input broke, or that was found broken after it.
///
/// @param number of the input, or of the last one before it was found
/// @param input the start of the input where it is known, else empty
/// @param entry the line that keeps the input in the surface's corpus
public record Breach(String surface, long number, String what, String input, String entry) {}
