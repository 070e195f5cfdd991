package dev.playloop.worlds.emerald;

import dev.playloop.worlds.emulator.TestRom;
import java.net.URI;

/// An emulator with the test game, and what a test may do to it beside the API.
interface Rig extends AutoCloseable {
  /// Where mGBA-http's API is.
  URI address();

  TestRom rom();

  /// Lets frames pass.
  void frames(int count);

  /// Keeps the whole machine as it is, for [#restore].
  void save();

  /// Goes back to what was kept, with no key down and no fault on the way.
  void restore();

  /// Everything that a command could change.
  String fingerprint();

  @Override
  void close();
}
