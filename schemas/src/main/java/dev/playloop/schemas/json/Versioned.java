package dev.playloop.schemas.json;

/// A record that says in which version of its type it was written; the type's own is its constant
/// `VERSION`. One of a later release may mean something else, and is not read.
public interface Versioned {
  int v();
}
