/// Runs code that nobody has looked at, in small child JVMs that can be killed. Knows no world.
@org.jspecify.annotations.NullMarked
package dev.playloop.worlds.sandbox;
