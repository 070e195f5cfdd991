package dev.playloop.http;

/// Somebody whom an edge knows. Immutable.
public interface Caller {
  /// Whose calls are counted together.
  String name();
}
