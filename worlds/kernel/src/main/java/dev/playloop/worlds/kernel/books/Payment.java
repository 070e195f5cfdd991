package dev.playloop.worlds.kernel.books;

/// Scrip that goes from one principal to another, and why.
public record Payment(String from, String to, long amount, String reason) {}
