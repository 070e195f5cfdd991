package dev.playloop.client;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What waits, in its order and in bounds. Guarded by its owner's lock; knows no time. */
final class Outbox {
  private final Options options;
  private final LinkedHashMap<Long, Waiting> queue = new LinkedHashMap<>();

  /** Of each entity the number of the `moved` that waits, oldest first. */
  private final LinkedHashMap<List<String>, Long> moved = new LinkedHashMap<>();

  private final Deque<List<Waiting>> batches = new ArrayDeque<>();
  private int waiting;
  private long waitingBytes;

  /** Of those that wait, the ones in batches. */
  private int sent;

  private long sentBytes;
  private long number;

  record Waiting(long number, String id, byte[] json, List<String> key) {}

  /** What an event did to the others. */
  record Added(boolean taken, int coalesced, int dropped) {}

  Outbox(Options options) {
    this.options = options;
  }

  Added add(String id, byte[] json, List<String> key) {
    if (sent >= options.maxEvents || sentBytes + json.length > options.maxBytes) {
      return new Added(false, 0, 1); // what is on its way leaves no room, nobody goes for nothing
    }
    Long old = key == null ? null : moved.remove(key);
    if (old != null) {
      forget(queue.remove(old));
    }
    int dropped = 0;
    while (waiting >= options.maxEvents || waitingBytes + json.length > options.maxBytes) {
      dropOldest();
      dropped++;
    }
    number++;
    queue.put(number, new Waiting(number, id, json, key));
    if (key != null) {
      moved.put(key, number);
    }
    waiting++;
    waitingBytes += json.length;
    return new Added(true, old == null ? 0 : 1, dropped);
  }

  /** The oldest `moved` first, for a newer one is bound to come; then the oldest of all. */
  private void dropOldest() {
    Long oldest = (moved.isEmpty() ? queue.keySet() : moved.values()).iterator().next();
    Waiting event = queue.remove(oldest);
    if (event.key() != null) {
      moved.remove(event.key());
    }
    forget(event);
  }

  private void forget(Waiting event) {
    waiting--;
    waitingBytes -= event.json().length;
  }

  int waiting() {
    return waiting;
  }

  int queued() {
    return queue.size();
  }

  boolean isFull() {
    return queue.size() >= options.batchEvents || waitingBytes >= options.batchBytes;
  }

  long last() {
    return number;
  }

  /** The number of the oldest that waits; one more than the last where none does. */
  long oldest() {
    if (!batches.isEmpty()) {
      return batches.peekFirst().get(0).number();
    }
    return queue.isEmpty() ? number + 1 : queue.keySet().iterator().next();
  }

  /** The batch to be sent, or sent again; null where none was taken. */
  List<Waiting> batch() {
    return batches.peekFirst();
  }

  void take() {
    List<Waiting> batch = new ArrayList<>();
    int size = 2;
    Iterator<Map.Entry<Long, Waiting>> events = queue.entrySet().iterator();
    while (events.hasNext() && batch.size() < options.batchEvents) {
      Waiting event = events.next().getValue();
      size += event.json().length + (batch.isEmpty() ? 0 : 1);
      if (size > options.batchBytes) {
        break;
      }
      events.remove();
      if (event.key() != null) {
        moved.remove(event.key(), event.number());
      }
      batch.add(event);
      sent++;
      sentBytes += event.json().length;
    }
    batches.addLast(batch);
  }

  /** The batch has been answered: those of `done` need no more, the others are sent in `parts`. */
  void answered(List<Waiting> done, List<List<Waiting>> parts) {
    batches.removeFirst();
    for (Waiting event : done) {
      forget(event);
      sent--;
      sentBytes -= event.json().length;
    }
    for (int i = parts.size() - 1; i >= 0; i--) {
      if (!parts.get(i).isEmpty()) {
        batches.addFirst(parts.get(i));
      }
    }
  }

  /** Nothing is sent any more. How many were left? */
  int leave() {
    int left = waiting;
    queue.clear();
    moved.clear();
    batches.clear();
    waiting = 0;
    sent = 0;
    waitingBytes = 0;
    sentBytes = 0;
    return left;
  }
}
