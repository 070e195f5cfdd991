package dev.playloop.launcher.audit;

import dev.playloop.audit.erase.Erased;
import dev.playloop.schemas.id.AgentId;
import java.io.PrintWriter;
import java.util.List;
import java.util.function.Consumer;

/// Tells what an erasure does, as it happens. Used by one thread.
public final class ErasedText implements Consumer<Erased> {
  private final PrintWriter out;

  public ErasedText(PrintWriter out) {
    this.out = out;
  }

  @Override
  public void accept(Erased erased) {
    switch (erased) {
      case Erased.NothingSealed none -> nothingSealed(none);
      case Erased.Forgotten forgotten -> {
        List<AgentId> agents = forgotten.agents();
        out.println("forgotten by " + agents.size() + " agents: " + shown(agents));
        out.println(
            "  journal      payloads of '"
                + forgotten.subject()
                + "' and the agents' snapshots so far");
        out.println("               can't be read any more; the chain verifies without them");
      }
      case Erased.Waiting waiting -> {
        out.println(
            "  waiting      %d s: a trigger for an agent that is not there is a dead letter only then"
                .formatted(waiting.time().toSeconds()));
        out.flush();
      }
      case Erased.Kept kept ->
          out.println(
              "  NOT deleted  %s-%d from %d to %d: %s has not consumed it; until retention"
                  .formatted(
                      kept.topic(), kept.partition(), kept.from(), kept.to(), kept.follower()));
      case Erased.Deleted deleted ->
          out.println("  deleted      %s, consumed records".formatted(deleted.topic()));
      case Erased.LettersDeleted letters ->
          out.println(
              "  deleted      dead letters of the subject; "
                  + letters.kept()
                  + " of others written anew");
      case Erased.StillAsked asked ->
          out.println(
              "  NOT deleted  what waits for a person's word on %s, or is approved in advance, names"
                      .formatted(asked.agent())
                  + " the subject: './playloop approvals list' shows it; answer or revoke it");
      case Erased.Ended ended -> ended(ended.all());
    }
  }

  private void nothingSealed(Erased.NothingSealed none) {
    out.println(
        "nothing is sealed for '"
            + none.subject()
            + "': it is erased already, or was never known.");
    out.println("  Subjects are named by their id, without their type.");
    if (!none.sealing()) {
      out.println(
          "  NOT erased   the journal: nobody's payloads are sealed, and what was journaled in");
      out.println("               plain text is part of the chain and stays. Sealing needs");
      out.println("               PLAYLOOP_SUBJECT_MASTER_KEY while the projector runs.");
    }
  }

  private void ended(boolean all) {
    out.println(
        "Left, and for how long: the ledger, 14 days; views and the loop's own store, until");
    out.println(
        "  Kafka compacts them, an hour after the next write; what the world's database says.");
    if (!all) {
      out.println(
          "NOT all is deleted: once those named above have come further, give this command");
      out.println(
          "  again. 'controls' is kept until then: it tells which agents knew the subject.");
    }
  }

  private static String shown(List<AgentId> agents) {
    List<String> some = agents.stream().limit(10).map(AgentId::value).toList();
    return String.join(", ", some) + (agents.size() > some.size() ? ", …" : "");
  }
}
