package dev.playloop.worlds.model;

/// What `doctor` says of one thing that this machine has, or lacks.
///
/// @param text one line; where it lacks something, with how to get it
public record MachineCheck(State state, String text) {
  public enum State {
    FINE,
    /// It lacks something that only some need.
    OPTIONAL,
    MISSING
  }

  public static MachineCheck fine(String text) {
    return new MachineCheck(State.FINE, text);
  }

  public static MachineCheck optional(String text) {
    return new MachineCheck(State.OPTIONAL, text);
  }

  public static MachineCheck missing(String text) {
    return new MachineCheck(State.MISSING, text);
  }
}
