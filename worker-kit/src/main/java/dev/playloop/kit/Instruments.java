package dev.playloop.kit;

import java.util.ArrayList;
import java.util.List;

/// OpenTelemetry's instruments that are read when they are collected: kept by whoever they tell of,
/// and closed with it, as else they would tell of it for ever. Used by one thread.
public final class Instruments implements AutoCloseable {
  private final List<AutoCloseable> open = new ArrayList<>();

  /// `instrument` is any of OpenTelemetry's `Observable…`.
  public void add(AutoCloseable instrument) {
    open.add(instrument);
  }

  @Override
  public void close() {
    for (AutoCloseable instrument : open) {
      try {
        instrument.close();
      } catch (Exception e) { // AutoCloseable.close declares it
        throw new IllegalStateException("an instrument did not close", e);
      }
    }
  }
}
