package dev.playloop.worlds.kernel.artifact;

import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.kernel.books.Code;
import dev.playloop.worlds.kernel.books.Refusal;
import java.util.Optional;

/// What must hold of an artifact itself, whoever asks, before anything is done with it. Pure.
public final class Condition {
  private Condition() {}

  /// An artifact that is there and not deleted.
  public static Artifact open(Optional<Artifact> found, String id) throws Refusal {
    Artifact artifact =
        found.orElseThrow(
            () -> Refusal.of(Code.NOT_FOUND, "There is no artifact " + id).about("artifact_id"));
    Artifact.Tombstone tombstone = artifact.tombstone();
    if (tombstone != null) {
      throw Refusal.of(
              Code.DELETED,
              id + " was deleted by " + tombstone.by() + " at " + tombstone.at(),
              Json.NODES
                  .objectNode()
                  .put("deleted_at", tombstone.at().toString())
                  .put("deleted_by", tombstone.by()))
          .about("artifact_id");
    }
    return artifact;
  }

  public static void unprotected(Artifact artifact) throws Refusal {
    if (artifact.standing().isProtected()) {
      throw Refusal.of(Code.NOT_AUTHORIZED, artifact.id() + " is protected by the kernel")
          .about("artifact_id");
    }
  }

  public static void executable(Artifact artifact) throws Refusal {
    if (!artifact.executable()) {
      throw Refusal.of(Code.INVALID_TYPE, artifact.id() + " is not executable; use read_artifact")
          .about("artifact_id");
    }
  }
}
