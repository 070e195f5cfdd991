package dev.playloop.loop;

import dev.playloop.schemas.event.ApprovalEvent;
import dev.playloop.schemas.event.ApprovalEvent.How;
import dev.playloop.schemas.event.ApprovalEvent.Why;
import dev.playloop.schemas.event.LoopEvent;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;

/// What histories of people's words got into, in sum. Used by one thread.
final class ApprovalCounts {
  final Map<How, Integer> ends = new EnumMap<>(How.class);
  final Map<Why, Integer> ignored = new EnumMap<>(Why.class);

  int histories;
  int steps;
  int asked;

  /// Writes that went out after people had agreed.
  int approved;

  /// Questions that were asked anew, since the world had changed.
  int again;

  int escalated;
  int paidByGrants;
  int grantsEnded;
  int confirmed;

  /// Runs that opened beside a parked one, and their writes.
  int second;

  int besides;
  int closedParked;

  /// Runs that were parked for more than a day.
  int days;

  int changedWhileParked;
  int haltedWhileParked;
  int lostWhileParked;
  int restarts;
  int snapshots;

  void event(LoopEvent event) {
    switch (event) {
      case LoopEvent.ApprovalAsked _ -> asked++;
      case ApprovalEvent.Ignored one -> ignored.merge(one.why(), 1, Integer::sum);
      case ApprovalEvent.Escalated _ -> escalated++;
      case ApprovalEvent.GrantUsed _ -> paidByGrants++;
      case ApprovalEvent.GrantEnded _ -> grantsEnded++;
      case ApprovalEvent.Confirmed _ -> confirmed++;
      default -> {}
    }
  }

  void ends(Collection<How> all) {
    all.forEach(how -> ends.merge(how, 1, Integer::sum));
  }

  @Override
  public String toString() {
    return "histories "
        + histories
        + ", steps "
        + steps
        + ", asked "
        + asked
        + ", ends "
        + ends
        + ", released after people agreed "
        + approved
        + ", asked again "
        + again
        + ", escalated "
        + escalated
        + ", grants used "
        + paidByGrants
        + ", grants ended "
        + grantsEnded
        + ", confirmed "
        + confirmed
        + ", second runs "
        + second
        + ", their writes "
        + besides
        + ", closed while parked "
        + closedParked
        + ", parked for days "
        + days
        + ", config changed while parked "
        + changedWhileParked
        + ", halted while parked "
        + haltedWhileParked
        + ", catalogue lost while parked "
        + lostWhileParked
        + ", restarts "
        + restarts
        + ", snapshots "
        + snapshots
        + ", ignored "
        + ignored;
  }
}
