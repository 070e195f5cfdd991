package dev.playloop.worlds.kernel;

/// Scrip that goes from one principal to another, and why.
record Payment(String from, String to, long amount, String reason) {}
