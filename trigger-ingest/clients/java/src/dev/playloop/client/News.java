package dev.playloop.client;

import java.util.ArrayList;
import java.util.List;

/**
 * What the game has yet to be told of: problems, the first hundred, and how many events were
 * dropped, once until the gateway takes some again. Guarded by the client's lock.
 */
final class News {
  private static final int MAX_UNTOLD = 100;

  private List<Problem> untold = new ArrayList<>();
  private long untoldDrops;
  private boolean toldDrops;

  void tell(Problem problem) {
    if (untold.size() < MAX_UNTOLD) {
      untold.add(problem);
    }
  }

  void dropped(int events) {
    untoldDrops += events;
  }

  void acceptedAgain() {
    toldDrops = false;
  }

  boolean isDue() {
    return !untold.isEmpty() || (untoldDrops > 0 && !toldDrops);
  }

  /** What is to be told now; at the end all of it. */
  List<Problem> take(boolean end) {
    List<Problem> told = untold;
    untold = new ArrayList<>();
    if (untoldDrops > 0 && (!toldDrops || end)) {
      told.add(Problem.dropped(untoldDrops));
      untoldDrops = 0;
      toldDrops = true;
    }
    return told;
  }
}
