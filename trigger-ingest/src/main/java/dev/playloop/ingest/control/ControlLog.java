package dev.playloop.ingest.control;

import dev.playloop.schemas.id.AgentId;

/// Where controls are written.
@FunctionalInterface
public interface ControlLog {
  /// Returns when every in-sync replica has it. Throws [dev.playloop.http.Problem.Refused] where
  /// that does not come to pass in time.
  ///
  /// @param id what the caller gets to know it by
  void write(String id, AgentId agent, byte[] control) throws InterruptedException;
}
