package dev.playloop.worlds.sandbox;

import java.util.List;
import tools.jackson.databind.JsonNode;

/// What code may ask of the world around it. Answered in the parent process, which checks every
/// permission: arguments are as untrusted as the code.
///
/// One object serves one run. Its methods are called one at a time, on the thread that called
/// [Sandbox#run]; a run that they start themselves on that thread is nested: it gets its own child
/// and at most the time that is left. An exception other than [HostRefusal] ends the run, and comes
/// out of [Sandbox#run] as it is.
public interface HostPort {
  /// Runs another artifact.
  JsonNode invoke(String artifact, List<JsonNode> args) throws HostRefusal, InterruptedException;

  /// Reads an artifact.
  JsonNode read(String artifact) throws HostRefusal, InterruptedException;

  /// Looks for artifacts.
  ///
  /// @param query whatever the code gave, of any type
  JsonNode query(JsonNode query) throws HostRefusal, InterruptedException;

  /// Pays from the running artifact's own wallet.
  ///
  /// @param amount an integer that JavaScript holds exactly; not checked for more than that
  JsonNode pay(String to, long amount) throws HostRefusal, InterruptedException;

  /// What is in the running artifact's own wallet.
  long balance() throws HostRefusal, InterruptedException;
}
