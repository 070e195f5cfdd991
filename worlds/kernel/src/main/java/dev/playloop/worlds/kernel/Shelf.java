package dev.playloop.worlds.kernel;

import dev.playloop.worlds.kernel.artifact.Access;
import dev.playloop.worlds.kernel.artifact.Artifact;
import dev.playloop.worlds.kernel.artifact.Machine;
import dev.playloop.worlds.kernel.artifact.Permission;
import dev.playloop.worlds.kernel.books.Answers;
import dev.playloop.worlds.kernel.books.Code;
import dev.playloop.worlds.kernel.books.Deed;
import dev.playloop.worlds.kernel.books.Refusal;
import dev.playloop.worlds.kernel.books.Sizes;
import dev.playloop.worlds.sandbox.Outcome;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// How what is written is checked and stored. The disk of an artifact is its creator's, whoever
/// writes it. Thread-safe.
final class Shelf {
  private final Machine machine;
  private final Access access;

  Shelf(Machine machine, Access access) {
    this.machine = machine;
    this.access = access;
  }

  /// Text as it will be stored: content, or code where it is executable.
  record Body(String content, String code, String language, boolean executable) {
    long size() {
      return Sizes.utf8(content) + Sizes.utf8(code);
    }
  }

  /// Refuses code that can't run.
  void parses(Deed deed, Body body) throws Refusal {
    if (!body.executable()) {
      return;
    }
    Optional<Outcome.Failed> failed =
        deed.outside().of(new SyntaxCheck(machine, body.language(), body.code(), deed.actor()));
    if (failed.isPresent()) {
      Outcome.Failed why = failed.get();
      Code code = why.code() == Outcome.Code.INVALID_TYPE ? Code.NOT_CONFIGURED : Code.SYNTAX_ERROR;
      throw Refusal.of(code, why.message()).about("content");
    }
  }

  /// Stores it anew, on the disk of its creator.
  void store(
      Deed deed, Artifact artifact, Body body, @Nullable String contract, Permission permission)
      throws Refusal {
    parses(deed, body);
    access.settle(deed, artifact, permission, Set.of(artifact.createdBy()));
    disk(deed, artifact.createdBy(), body.size() - artifact.size());
    deed.db()
        .createUpdate(
            "update artifact set content = :content, code = :code, language = :language,"
                + " executable = :executable, access_contract_id = :contract,"
                + " version = version + 1, updated_at = now() where id = :id")
        .bind("id", artifact.id())
        .bind("content", body.content())
        .bind("code", body.code())
        .bind("language", body.language())
        .bind("executable", body.executable())
        .bind("contract", contract)
        .execute();
  }

  /// Whom a change of it concerns beside who makes it.
  static @Nullable String other(Deed deed, Artifact artifact) {
    return artifact.createdBy().equals(deed.actor()) ? null : artifact.createdBy();
  }

  /// Changes what a principal uses of its disk. It may shrink beyond its quota, never grow. Its
  /// account is locked, or the only one that this transaction changes so far.
  static void disk(Deed deed, String owner, long delta) throws Refusal {
    int changed =
        deed.update(
            "update account set disk_used = disk_used + :delta, version = version + 1"
                + " where principal_id = :owner"
                + " and (:delta <= 0 or disk_quota = 0 or disk_used + :delta <= disk_quota)",
            Map.of("owner", owner, "delta", delta));
    if (changed == 0) {
      long free =
          deed.number(
                  "select disk_quota - disk_used from account where principal_id = :owner",
                  Map.of("owner", owner))
              .orElseThrow(() -> Refusal.of(Code.NOT_FOUND, "There is no principal " + owner));
      throw Refusal.of(
              Code.QUOTA_EXCEEDED,
              "The disk of "
                  + owner
                  + " has "
                  + free
                  + " bytes left, this needs "
                  + delta
                  + " more",
              Answers.data().put("required", delta).put("available", free))
          .about("content");
    }
  }
}
