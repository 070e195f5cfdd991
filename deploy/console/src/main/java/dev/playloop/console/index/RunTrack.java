package dev.playloop.console.index;

import org.jspecify.annotations.Nullable;

/// A run as its entries tell it so far: a row of the table `run` that is being written. One
/// thread's.
final class RunTrack {
  final String name;
  final long agent;
  final long id;
  String trigger = "";
  String kind = "";
  long opened;
  @Nullable Long closed;
  @Nullable String outcome;
  long turns;
  long actions;
  long failed;
  long prompt;
  long completion;
  long cost;
  long arrived;
  long first;
  long last;
  boolean changed = true;

  RunTrack(long id, String name, long agent) {
    this.id = id;
    this.name = name;
    this.agent = agent;
  }
}
