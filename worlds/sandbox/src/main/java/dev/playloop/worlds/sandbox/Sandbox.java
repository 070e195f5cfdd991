package dev.playloop.worlds.sandbox;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// Runs untrusted code with limits on time, memory and output, and no way out but [HostPort]. Safe
/// for many threads.
public interface Sandbox extends AutoCloseable {
  /// Starts the children in the background, and returns at once.
  ///
  /// @throws IllegalArgumentException where the folder for Python does not hold what runs it
  static Sandbox start(SandboxSettings settings) {
    Map<String, ChildCommand> commands = new HashMap<>();
    Language.installed(settings)
        .forEach((name, language) -> commands.put(name, ChildCommand.of(language, settings)));
    return new ProcessSandbox(settings, commands);
  }

  /// Runs the script's top level and then its entry function, in a context that nothing before it
  /// has touched. Waits for a free place first, in fair turns of [GuestCall#caller]; that time is
  /// not the code's.
  ///
  /// @throws SandboxBusy where no place gets free in time
  /// @throws SandboxUnavailable where no child can be had in time: an outage, the code is not to
  ///   blame
  /// @throws InterruptedException while it waits or runs; the run is abandoned
  Outcome run(Program program, List<JsonNode> args, GuestCall call, Limits limits, HostPort host)
      throws InterruptedException;

  /// What keeps the program from being run at all: it does not parse, or defines no entry function.
  /// To know the latter its top level is run, with the default limits and a host that refuses
  /// everything.
  ///
  /// @param caller whose place it takes
  /// @throws SandboxBusy and [SandboxUnavailable] as above
  Optional<Outcome.Failed> check(Program program, String caller) throws InterruptedException;

  /// The values of [Program#language] that can be run here.
  Set<String> languages();

  /// Ends all children and waits for their end. Runs in hand fail with [SandboxUnavailable].
  @Override
  void close();
}
