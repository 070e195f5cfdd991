package dev.playloop.launcher.audit;

import dev.playloop.audit.AuditException;
import dev.playloop.audit.AuditProblem;
import dev.playloop.journal.Refold.Outcome;
import dev.playloop.launcher.UserProblem;
import dev.playloop.schemas.Nearest;
import dev.playloop.schemas.Printable;
import java.util.List;

/// What to tell a person of an audit's problems.
public final class AuditWords {
  private AuditWords() {}

  public static UserProblem of(AuditException failure) {
    return switch (failure.problem()) {
      case AuditProblem.PartsApart apart ->
          UserProblem.usage(
              "partition %d: one part ends at %d, the next begins at %d"
                  .formatted(apart.partition(), apart.end(), apart.next()),
              "give all archives, the oldest first.");
      case AuditProblem.NoTopic none ->
          UserProblem.environment(
              "the cluster has no topic '" + none.topic() + "'",
              "'./playloop topics create' makes it; PLAYLOOP_PREFIX says how names begin.",
              failure);
      case AuditProblem.TopicSilent silent ->
          UserProblem.environment(
              "the cluster sends nothing more of '" + silent.topic() + "'",
              "look at the broker's log, then try again.",
              failure);
      case AuditProblem.EmptyJournal _ ->
          UserProblem.failed(
              "the journal is empty: there is nothing to verify",
              "'./playloop publish FILE' sends triggers; each leaves entries in the journal.");
      case AuditProblem.NoSuchAgent none -> noSuchAgent(none);
      case AuditProblem.NoFile none ->
          UserProblem.usage(
              "there is no file '" + none.file() + "'",
              "'./playloop audit export --out FILE' writes one.");
      case AuditProblem.UnreadableExport file ->
          UserProblem.environment(
              "can't read " + file.file() + ": " + file.why(),
              "look at the file's permissions.",
              failure);
      case AuditProblem.OldFormat old ->
          UserProblem.usage(
              Printable.line(old.toString()), "read it with the release that wrote it.");
      case AuditProblem.UnreadableFile file ->
          UserProblem.usage(
              "can't read " + file.file() + ": " + file.why(), "name a file that exists.");
      case AuditProblem.NoCheckpoints none ->
          UserProblem.usage(
              "there is no checkpoint in " + none.files(),
              "name a file that the auditor copied them to.");
      case AuditProblem.PrincipalsElsewhere(String where) ->
          UserProblem.usage(
              "--principals " + where + " is not beside this journal",
              "'topic' needs the cluster, 'export' an export as --file; else name a file that"
                  + " './playloop principals list --all --json' wrote.");
      case AuditProblem.NoPrincipals(String where) ->
          UserProblem.usage(
              "there are no principals in " + Printable.line(where),
              "'./playloop principals list --all --json' prints them, one a line.");
      case AuditProblem.BadPrincipal bad ->
          UserProblem.usage(
              Printable.line(bad.where()) + " is no principal: " + Printable.line(bad.why()),
              "'./playloop principals list --all --json' prints them, one a line.");
      case AuditProblem.BadCheckpoint bad ->
          UserProblem.failed(
              bad.why(), "nothing was verified against it; find out where that line comes from.");
      case AuditProblem.KeysNotDropped late ->
          UserProblem.environment(
              "the keys were not dropped within " + late.within().toSeconds() + " s",
              "is the projector running? The order to forget lies on 'controls' and will be carried"
                  + " out; then give this command again to clear the other topics.",
              failure);
      case AuditProblem.NothingToArchive _ ->
          UserProblem.failed("the journal is empty", "there is nothing to archive.");
      case AuditProblem.SnapshotsMissing missing ->
          UserProblem.environment(
              missing.agents()
                  + " agents wrote no snapshot, such as "
                  + missing.one()
                  + "; nothing was deleted",
              "is the projector running?",
              failure);
      case AuditProblem.NotCovered not ->
          UserProblem.environment(
              (not.newest() == null
                      ? "there is no checkpoint that one of the given keys signed"
                      : "checkpoint " + not.newest() + " does not cover the snapshots yet")
                  + "; nothing was deleted",
              "is './playloop worker auditor' running? --wait says how long to wait for it.",
              failure);
      case AuditProblem.NotAsSigned not ->
          UserProblem.failed(
              "the journal is not what was signed: " + not.finding(),
              "nothing was deleted; './playloop audit verify' tells more.");
      case AuditProblem.ArchiveDiffers differs ->
          UserProblem.failed(
              "the archive does not verify: " + differs.difference(),
              "nothing was deleted; './playloop audit verify --file "
                  + differs.file()
                  + "' tells more.");
      case AuditProblem.ArchiveUnreadable unreadable ->
          UserProblem.environment(
              "can't read back " + unreadable.file() + ": " + unreadable.why(),
              "nothing was deleted.",
              failure);
      case AuditProblem.ArchiveNotDeleted not ->
          UserProblem.environment(
              "Kafka did not delete what was archived: " + not.why(),
              "the archive is whole; this command needs the right to DELETE records of the journal.",
              failure);
      case AuditProblem.NothingBefore nothing ->
          UserProblem.usage(
              "nothing is journaled of " + nothing.agent() + " by then",
              nothing.began() == null
                  ? "'./playloop audit verify --agent " + nothing.agent() + "' says what is wrong."
                  : "its journal begins at "
                      + nothing.began().at()
                      + " with entry "
                      + nothing.began().seq()
                      + ".");
      case AuditProblem.NoEntry none ->
          UserProblem.usage(
              "the journal of " + none.agent() + " has no entry " + none.seq(),
              "its last one is " + none.last().seq() + ", at " + none.last().at() + ".");
      case AuditProblem.StateUnknown unknown ->
          UserProblem.failed(
              "the state behind entry "
                  + unknown.seq()
                  + " can't be told: "
                  + (unknown.why() == null ? "" : why(unknown.why())),
              "'./playloop audit verify --agent "
                  + unknown.agent()
                  + "' says what can be folded again.");
      case AuditProblem.NoSuchRun none ->
          UserProblem.usage(
              "the journal of " + none.run().agent() + " knows no run '" + none.run() + "'",
              "'./playloop story " + none.run().agent() + "' tells all its runs.");
      case AuditProblem.RunUnreadable unreadable ->
          UserProblem.failed(
              "the run '"
                  + unreadable.run()
                  + "' can't be told: "
                  + unreadable.differences()
                  + " values of that journal differ",
              "'./playloop audit verify --agent " + unreadable.run().agent() + "' names them.");
    };
  }

  private static UserProblem noSuchAgent(AuditProblem.NoSuchAgent none) {
    List<String> agents = none.known().stream().map(Printable::line).toList();
    String nearest = Nearest.of(String.valueOf(none.agent()), agents);
    return UserProblem.usage(
        "the journal knows no agent '" + none.agent() + "'",
        nearest == null
            ? "it has entries of " + String.join(", ", agents.stream().limit(10).toList()) + "."
            : "did you mean '" + nearest + "'?");
  }

  static String why(Outcome outcome) {
    return switch (outcome) {
      case FOLDED -> "folded";
      case ERASED ->
          "the payload is missing: erased, sealed with a key that is not here, or too large to be journaled";
      case OTHER_RELEASE -> "another release wrote them; verify them with that one";
      case NO_STATE -> "no snapshot lies between them and what could not be folded";
    };
  }
}
