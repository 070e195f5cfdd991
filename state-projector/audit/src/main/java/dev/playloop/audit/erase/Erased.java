package dev.playloop.audit.erase;

import dev.playloop.schemas.id.AgentId;
import java.time.Duration;
import java.util.List;

/// What an erasure did or found, told as it happens.
public sealed interface Erased {
  /// No key of the subject is left; `sealing`: others have keys, so payloads are sealed at all.
  record NothingSealed(String subject, boolean sealing) implements Erased {}

  /// These agents dropped their keys of the subject.
  record Forgotten(String subject, List<AgentId> agents) implements Erased {}

  /// Triggers for agents that are not there become dead letters only then.
  record Waiting(Duration time) implements Erased {}

  /// Records that `follower` has not consumed stay until retention ends.
  record Kept(String topic, int partition, long from, long to, String follower) implements Erased {}

  /// What was consumed of a topic is deleted.
  record Deleted(String topic) implements Erased {}

  /// The subject's dead letters are deleted, and so many of others were written anew.
  record LettersDeleted(int kept) implements Erased {}

  /// A question or a grant of this agent still names the subject.
  record StillAsked(String agent) implements Erased {}

  /// It is over. What is left beside the journal ends by itself; `all`: nothing was kept.
  record Ended(boolean all) implements Erased {}
}
