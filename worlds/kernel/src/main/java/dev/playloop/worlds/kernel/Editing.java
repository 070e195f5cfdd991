package dev.playloop.worlds.kernel;

import dev.playloop.worlds.kernel.Shelf.Body;
import dev.playloop.worlds.kernel.artifact.Access;
import dev.playloop.worlds.kernel.artifact.Artifact;
import dev.playloop.worlds.kernel.artifact.Condition;
import dev.playloop.worlds.kernel.artifact.Permission;
import dev.playloop.worlds.kernel.artifact.Request;
import dev.playloop.worlds.kernel.artifact.Request.Verb;
import dev.playloop.worlds.kernel.books.Answers;
import dev.playloop.worlds.kernel.books.Code;
import dev.playloop.worlds.kernel.books.Deed;
import dev.playloop.worlds.kernel.books.Refusal;
import dev.playloop.worlds.kernel.model.KernelWrite.DeleteArtifact;
import dev.playloop.worlds.kernel.model.KernelWrite.EditArtifact;
import dev.playloop.worlds.kernel.model.KernelWrite.SetArtifactPrices;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/// Artifacts that are there are changed in part, priced, and deleted.
final class Editing {
  private final Access access;
  private final Shelf shelf;

  Editing(Access access, Shelf shelf) {
    this.access = access;
    this.shelf = shelf;
  }

  ObjectNode edit(Deed deed, EditArtifact edit) throws Refusal {
    Artifact artifact =
        Condition.open(Artifact.lock(deed.db(), edit.artifactId()), edit.artifactId());
    Condition.unprotected(artifact);
    Permission permission = access.permit(deed, artifact, Request.to(Verb.EDIT, deed.actor()));
    String old = artifact.executable() ? artifact.code() : artifact.content();
    if (edit.oldString().equals(edit.newString())) {
      throw Refusal.of(Code.INVALID_ARGUMENT, "new_string is the same as old_string")
          .about("new_string");
    }
    int at = old.indexOf(edit.oldString());
    if (at < 0 || old.indexOf(edit.oldString(), at + 1) >= 0) {
      throw Refusal.of(
              Code.INVALID_ARGUMENT,
              "old_string must occur exactly once in "
                  + artifact.id()
                  + (at < 0
                      ? ", it does not occur"
                      : ", it occurs more often: add what is around it"))
          .about("old_string");
    }
    String now =
        old.substring(0, at) + edit.newString() + old.substring(at + edit.oldString().length());
    Body body =
        artifact.executable()
            ? new Body(artifact.content(), now, artifact.language(), true)
            : new Body(now, artifact.code(), artifact.language(), false);
    shelf.store(deed, artifact, body, artifact.contract(), permission);
    deed.happened(
        "artifact_edited",
        Shelf.other(deed, artifact),
        deed.actor() + " edited " + artifact.id(),
        Answers.data().put("artifact_id", artifact.id()).put("size_bytes", body.size()));
    return Answers.data().put("artifact_id", artifact.id()).put("size_bytes", body.size());
  }

  ObjectNode delete(Deed deed, DeleteArtifact delete) throws Refusal {
    Optional<Artifact> found =
        Artifact.lock(deed.db(), delete.artifactId()).filter(a -> a.tombstone() == null);
    Artifact artifact = Condition.open(found, delete.artifactId());
    Condition.unprotected(artifact);
    Permission permission = access.permit(deed, artifact, Request.to(Verb.DELETE, deed.actor()));
    access.settle(deed, artifact, permission, Set.of(artifact.createdBy()));
    deed.update(
        "update artifact set deleted = true, deleted_at = now(), deleted_by = :me,"
            + " version = version + 1, updated_at = now() where id = :id",
        Map.of("id", artifact.id(), "me", deed.actor()));
    Shelf.disk(deed, artifact.createdBy(), -artifact.size());
    deed.happened(
        "artifact_deleted",
        Shelf.other(deed, artifact),
        deed.actor() + " deleted " + artifact.id(),
        Answers.data().put("artifact_id", artifact.id()));
    return Answers.data().put("artifact_id", artifact.id()).put("deleted", true);
  }

  ObjectNode prices(Deed deed, SetArtifactPrices prices) throws Refusal {
    Artifact artifact =
        Condition.open(Artifact.lock(deed.db(), prices.artifactId()), prices.artifactId());
    Condition.unprotected(artifact);
    Permission permission = access.permit(deed, artifact, Request.to(Verb.WRITE, deed.actor()));
    long read = prices.readPrice() == null ? artifact.prices().read() : prices.readPrice();
    long invoke = prices.invokePrice() == null ? artifact.prices().invoke() : prices.invokePrice();
    deed.update(
        "update artifact set read_price = :read, invoke_price = :invoke, version = version + 1,"
            + " updated_at = now() where id = :id",
        Map.of("id", artifact.id(), "read", read, "invoke", invoke));
    access.settle(deed, artifact, permission, Set.of());
    ObjectNode data =
        Answers.data()
            .put("artifact_id", artifact.id())
            .put("read_price", read)
            .put("invoke_price", invoke);
    deed.happened(
        "artifact_edited",
        Shelf.other(deed, artifact),
        deed.actor() + " set the prices of " + artifact.id(),
        data.deepCopy());
    return data;
  }
}
