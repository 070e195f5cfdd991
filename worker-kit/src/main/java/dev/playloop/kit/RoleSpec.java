package dev.playloop.kit;

/// What a role is made of: its settings, and what it works with. The one way to start a role,
/// wherever it runs: alone in a process, or beside others in one.
public interface RoleSpec {
  /// Starts it; whoever starts it closes it. Throws what the role says of its settings.
  Role start(RoleContext context) throws InterruptedException;
}
