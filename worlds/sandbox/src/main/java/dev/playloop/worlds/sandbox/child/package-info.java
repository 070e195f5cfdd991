/// What runs in the child JVM. Its class path holds this module, the engine and Jackson's streaming
/// parser, and nothing else.
@org.jspecify.annotations.NullMarked
package dev.playloop.worlds.sandbox.child;
