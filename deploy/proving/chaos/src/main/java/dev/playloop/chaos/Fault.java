package dev.playloop.chaos;

import dev.playloop.chaos.cluster.Link;
import dev.playloop.chaos.system.TornFolder;
import dev.playloop.chaos.system.WorkerKind;
import java.util.Locale;

/// One thing that goes wrong. Milliseconds say how long it lasts.
sealed interface Fault {
  /// `kill -9` of a worker, which is started again at once.
  record Kill(WorkerKind role) implements Fault {}

  /// As [Kill], and its successor dies the `nth` time that it gets to a named place.
  record KillAt(WorkerKind role, String point, int nth) implements Fault {}

  /// SIGSTOP for longer than the session timeout, then SIGCONT: a zombie.
  record Freeze(WorkerKind role, int millis) implements Fault {}

  /// Brokers are told by their place, from 0.
  record KillBroker(int broker) implements Fault {}

  /// One of several is ended in order and started again, as by an update.
  record RestartBroker(int broker) implements Fault {}

  /// One of several stands still for longer than its session lasts, and comes back as a zombie.
  record FreezeBroker(int broker, int millis) implements Fault {}

  /// One of several is gone for good; an empty one takes its place.
  record LoseBroker(int broker) implements Fault {}

  /// The disk of one of several is full, and it ends by that.
  record FillBroker(int broker) implements Fault {}

  /// The zone of one of several brokers is cut off from the others, with the workers in it: longer
  /// than sessions last, so that each of the two sides may take itself for the system.
  record CutZone(int broker, int millis) implements Fault {}

  /// The worker's way to one of several brokers is bad for a while.
  record BadPath(WorkerKind role, int broker, Way way, int millis) implements Fault {}

  record KillDatabase() implements Fault {}

  /// The worker's way to the broker is bad for a while.
  record BadLink(WorkerKind role, Way way, int millis) implements Fault {}

  /// Every connection of the worker to the broker breaks.
  record Reset(WorkerKind role) implements Fault {}

  /// The broker hears no more on any connection of the worker.
  record HalfClose(WorkerKind role) implements Fault {}

  /// A second worker of the role joins.
  record Join(WorkerKind role) implements Fault {}

  /// The second worker of the role is told to end, where there is one; else it joins.
  record Leave(WorkerKind role) implements Fault {}

  /// A worker ends, in order or not, and is started again on a folder whose files are torn.
  record TearFiles(WorkerKind role, TornFolder.Tear tear, boolean inOrder, long seed)
      implements Fault {}

  /// The projector is killed, and its disk is full until it has said so.
  record FullDisk() implements Fault {}

  /// In what way a link is bad.
  enum Way {
    CUT,
    CUT_UP,
    CUT_DOWN,
    SLOW;

    private static final int SLOW_MILLIS = 150;

    Link.State state() {
      return switch (this) {
        case CUT -> Link.State.CUT;
        case CUT_UP -> Link.State.CUT_UP;
        case CUT_DOWN -> Link.State.CUT_DOWN;
        case SLOW -> Link.State.slow(SLOW_MILLIS);
      };
    }
  }

  /// Its kind, as one word.
  default String kind() {
    return switch (this) {
      case Kill _ -> "kill";
      case KillAt _ -> "kill-at";
      case Freeze _ -> "freeze";
      case KillBroker _ -> "kill-broker";
      case RestartBroker _ -> "restart-broker";
      case FreezeBroker _ -> "freeze-broker";
      case LoseBroker _ -> "lose-broker";
      case FillBroker _ -> "fill-broker";
      case CutZone _ -> "cut-zone";
      case BadPath _ -> "bad-path";
      case KillDatabase _ -> "kill-database";
      case BadLink bad -> bad.way().name().toLowerCase(Locale.ROOT).replace('_', '-');
      case Reset _ -> "reset";
      case HalfClose _ -> "half-close";
      case Join _ -> "join";
      case Leave _ -> "leave";
      case TearFiles _ -> "tear-files";
      case FullDisk _ -> "full-disk";
    };
  }
}
