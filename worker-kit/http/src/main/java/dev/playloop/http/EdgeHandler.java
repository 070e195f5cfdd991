package dev.playloop.http;

/// Answers calls that the edge let in, each on a virtual thread of its own, any number at once up
/// to [EdgeLimits#calls]. Throws [Problem.Refused] for what it refuses; any other exception is a
/// bug, which the edge logs and answers with 500.
@FunctionalInterface
public interface EdgeHandler {
  EdgeAnswer handle(EdgeCall call) throws InterruptedException;
}
