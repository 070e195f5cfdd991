package dev.playloop.proving.fuzz.surface;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Inputs of one call side by side: each lane, a thread with what it needs for itself such as a
/// connection, takes every n-th number. They are platform threads: a command that works in one must
/// not take a carrier from the virtual threads of the system that is fuzzed.
final class Lanes {
  /// Used from one thread.
  interface Lane extends AutoCloseable {
    void take(long number) throws Exception;

    @Override
    default void close() throws IOException {}
  }

  /// Opens a lane, in the lane's thread.
  interface Opening {
    Lane open(int lane) throws Exception;
  }

  private Lanes() {}

  /// Returns when all numbers from `first` on were taken. What a lane throws is thrown on.
  static void run(int lanes, long first, int count, Opening opening) throws InterruptedException {
    try (ExecutorService threads = Executors.newFixedThreadPool(lanes)) {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < lanes; i++) {
        int own = i;
        all.add(
            threads.submit(() -> {
              try (Lane lane = opening.open(own)) {
                for (int at = own; at < count; at += lanes) {
                  lane.take(first + at);
                }
              }
              return null;
            }));
      }
      for (Future<?> each : all) {
        each.get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("a lane broke", e.getCause());
    }
  }
}
