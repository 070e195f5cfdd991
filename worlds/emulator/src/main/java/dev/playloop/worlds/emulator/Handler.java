package dev.playloop.worlds.emulator;

/// Answers requests, on any number of threads at once.
interface Handler {
  Answer handle(Request request) throws InterruptedException;
}
