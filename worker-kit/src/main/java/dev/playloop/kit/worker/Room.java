package dev.playloop.kit.worker;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/// What a worker may have in flight over all its partitions: records and their bytes, from taken in
/// to committed. One record always passes, however large. Lock-free.
final class Room {
  private final int maxRecords;
  private final long maxBytes;
  private final AtomicInteger records = new AtomicInteger();
  private final AtomicLong bytes = new AtomicLong();

  Room(int maxRecords, long maxBytes) {
    this.maxRecords = maxRecords;
    this.maxBytes = maxBytes;
  }

  boolean isFull() {
    return records.get() >= maxRecords || bytes.get() >= maxBytes;
  }

  int records() {
    return records.get();
  }

  /// The part of one partition. After `leave` it counts no more.
  Share share() {
    return new Share();
  }

  final class Share {
    private int myRecords;
    private long myBytes;
    private boolean left;

    synchronized void take(long size) {
      if (!left) {
        count(1, size);
      }
    }

    synchronized void give(int count, long size) {
      if (!left) {
        count(-count, -size);
      }
    }

    synchronized int records() {
      return myRecords;
    }

    synchronized void leave() {
      if (!left) {
        count(-myRecords, -myBytes);
        left = true;
      }
    }

    private void count(int count, long size) {
      myRecords += count;
      myBytes += size;
      records.addAndGet(count);
      bytes.addAndGet(size);
    }
  }
}
