package dev.playloop.worlds.model;

import java.util.List;

/// A world's server as `./playloop COMMAND`, which the script starts in a process of its own.
///
/// @param about what its help says, a line each
public record ServerProgram(String command, List<String> about) {
  public ServerProgram {
    about = List.copyOf(about);
  }
}
