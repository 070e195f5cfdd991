package dev.playloop.worlds.kernel;

import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.kernel.Request.Verb;
import dev.playloop.worlds.model.kernel.KernelWrite.DeleteArtifact;
import dev.playloop.worlds.model.kernel.KernelWrite.EditArtifact;
import dev.playloop.worlds.model.kernel.KernelWrite.SetArtifactPrices;
import dev.playloop.worlds.model.kernel.KernelWrite.WriteArtifact;
import dev.playloop.worlds.sandbox.Outcome;
import dev.playloop.worlds.sandbox.Program;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Artifacts are created, changed and deleted. The disk of an artifact is its creator's, whoever
/// writes it. What a write leaves out stays as it is.
final class Writing {
  private static final List<String> RESERVED = List.of("right:", "@");
  private static final String DELEGATION = "charge_delegation:";

  private final Machine machine;
  private final Access access;
  private final long startingScrip;

  Writing(Machine machine, Access access, long startingScrip) {
    this.machine = machine;
    this.access = access;
    this.startingScrip = startingScrip;
  }

  /// Text as it will be stored: content, or code where it is executable.
  private record Body(String content, String code, String language, boolean executable) {
    long size() {
      return Sizes.utf8(content) + Sizes.utf8(code);
    }
  }

  ObjectNode write(Deed deed, WriteArtifact write) throws Refusal {
    Optional<Artifact> known = Artifact.lock(deed.db(), write.artifactId());
    return known.isPresent() ? update(deed, write, known.get()) : create(deed, write);
  }

  private ObjectNode create(Deed deed, WriteArtifact write) throws Refusal {
    String id = write.artifactId();
    boolean delegation = id.startsWith(DELEGATION) && !id.equals(DELEGATION + deed.actor());
    if (delegation || RESERVED.stream().anyMatch(id::startsWith) || Contracts.OWN.contains(id)) {
      throw Refusal.of(Code.NOT_AUTHORIZED, "The id " + id + " is reserved; choose another")
          .about("artifact_id");
    }
    boolean executable =
        write.isExecutable() == null
            ? write.artifactType().equals("executable")
            : write.isExecutable();
    contract(deed, write.accessContractId(), id, executable);
    Body body =
        new Body(
            executable ? "" : write.content(),
            executable ? write.content() : "",
            write.language() == null ? Program.JAVASCRIPT : write.language(),
            executable);
    parses(deed, body);
    boolean standing = Boolean.TRUE.equals(write.hasStanding());
    if (deed.number("select 1 from account where principal_id = :id", Map.of("id", id))
        .isPresent()) {
      throw Refusal.of(Code.ALREADY_EXISTS, "The id " + id + " belongs to a principal")
          .about("artifact_id");
    }
    insert(deed, write, body);
    disk(deed, deed.actor(), body.size());
    if (standing) {
      principal(deed, id);
    }
    deed.happened(
        "artifact_written",
        null,
        deed.actor()
            + " wrote "
            + id
            + " ("
            + write.artifactType()
            + ", "
            + body.size()
            + " bytes)",
        Answers.data()
            .put("artifact_id", id)
            .put("type", write.artifactType())
            .put("size_bytes", body.size())
            .put("was_update", false));
    return written(id, body.size(), false, standing);
  }

  private static ObjectNode written(String id, long size, boolean update, boolean principal) {
    return Answers.data()
        .put("artifact_id", id)
        .put("size_bytes", size)
        .put("was_update", update)
        .put("principal_created", principal);
  }

  /// A new artifact names its contract: one of the kernel's, a contract that is there, or itself.
  private static void contract(Deed deed, @Nullable String contract, String id, boolean executable)
      throws Refusal {
    String own = String.join(", ", Contracts.OWN);
    if (contract == null) {
      throw Refusal.of(
              Code.INVALID_ARGUMENT,
              "A new artifact needs access_contract_id: one of "
                  + own
                  + ", or the id of a contract artifact")
          .about("access_contract_id");
    }
    boolean itself = contract.equals(id) && executable;
    if (!Contracts.OWN.contains(contract)
        && !itself
        && deed.number(
                "select 1 from artifact where id = :id and executable and not deleted",
                Map.of("id", contract))
            .isEmpty()) {
      throw Refusal.of(
              Code.INVALID_ARGUMENT,
              "There is no contract "
                  + contract
                  + "; use one of "
                  + own
                  + ", or an executable artifact")
          .about("access_contract_id");
    }
  }

  private void parses(Deed deed, Body body) throws Refusal {
    if (!body.executable()) {
      return;
    }
    Optional<Outcome.Failed> failed =
        deed.outside().of(new SyntaxCheck(machine, body.language(), body.code()));
    if (failed.isPresent()) {
      Outcome.Failed why = failed.get();
      Code code = why.code() == Outcome.Code.INVALID_TYPE ? Code.NOT_CONFIGURED : Code.SYNTAX_ERROR;
      throw Refusal.of(code, why.message()).about("content");
    }
  }

  private static void insert(Deed deed, WriteArtifact write, Body body) {
    ObjectNode state = Answers.data().put("writer", deed.actor()).put("principal", deed.actor());
    int inserted =
        deed.db()
            .createUpdate(
                "insert into artifact (id, type, content, code, language, executable, created_by,"
                    + " access_contract_id, state, has_standing) values (:id, :type, :content,"
                    + " :code, :language, :executable, :me, :contract, cast(:state as jsonb),"
                    + " :standing) on conflict do nothing")
            .bind("id", write.artifactId())
            .bind("type", write.artifactType())
            .bind("content", body.content())
            .bind("code", body.code())
            .bind("language", body.language())
            .bind("executable", body.executable())
            .bind("me", deed.actor())
            .bind("contract", write.accessContractId())
            .bind("state", Json.text(state))
            .bind("standing", Boolean.TRUE.equals(write.hasStanding()))
            .execute();
    if (inserted == 0) {
      throw new Overtaken("another action created " + write.artifactId());
    }
  }

  /// A new principal, with the scrip that the operator gives each.
  private void principal(Deed deed, String id) {
    deed.update("insert into account (principal_id, version) values (:id, 1)", Map.of("id", id));
    if (startingScrip > 0) {
      deed.books().mint(id, startingScrip, "starting scrip");
    }
    deed.happened(
        new Deed.Happening(
            "principal_created",
            id,
            deed.actor(),
            deed.actor() + " created the principal " + id,
            Answers.data().put("principal", id).put("scrip", 0).put("created_by", deed.actor())));
  }

  private ObjectNode update(Deed deed, WriteArtifact write, Artifact known) throws Refusal {
    Artifact artifact = Access.open(Optional.of(known), write.artifactId());
    Access.unprotected(artifact);
    Permission permission = access.permit(deed, artifact, Request.to(Verb.WRITE, deed.actor()));
    if (!artifact.type().equals(write.artifactType())) {
      throw Refusal.of(
              Code.INVALID_ARGUMENT,
              artifact.id() + " is of type " + artifact.type() + ", which never changes")
          .about("artifact_type");
    }
    boolean executable =
        write.isExecutable() == null ? artifact.executable() : write.isExecutable();
    String contract =
        write.accessContractId() == null ? artifact.contract() : write.accessContractId();
    if (write.accessContractId() != null && !write.accessContractId().equals(artifact.contract())) {
      if (!deed.actor().equals(artifact.createdBy())) {
        throw Refusal.of(
                Code.NOT_AUTHORIZED,
                "Only " + artifact.createdBy() + ", who created it, may change its contract")
            .about("access_contract_id");
      }
      contract(deed, contract, artifact.id(), executable);
    }
    Body body =
        new Body(
            executable ? "" : write.content(),
            executable ? write.content() : "",
            write.language() == null ? artifact.language() : write.language(),
            executable);
    store(deed, artifact, body, contract, permission);
    deed.happened(
        "artifact_written",
        other(deed, artifact),
        deed.actor() + " wrote " + artifact.id() + " anew (" + body.size() + " bytes)",
        Answers.data()
            .put("artifact_id", artifact.id())
            .put("type", artifact.type())
            .put("size_bytes", body.size())
            .put("was_update", true));
    return written(artifact.id(), body.size(), true, false);
  }

  private void store(
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

  ObjectNode edit(Deed deed, EditArtifact edit) throws Refusal {
    Artifact artifact = Access.open(Artifact.lock(deed.db(), edit.artifactId()), edit.artifactId());
    Access.unprotected(artifact);
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
    store(deed, artifact, body, artifact.contract(), permission);
    deed.happened(
        "artifact_edited",
        other(deed, artifact),
        deed.actor() + " edited " + artifact.id(),
        Answers.data().put("artifact_id", artifact.id()).put("size_bytes", body.size()));
    return Answers.data().put("artifact_id", artifact.id()).put("size_bytes", body.size());
  }

  ObjectNode delete(Deed deed, DeleteArtifact delete) throws Refusal {
    Optional<Artifact> found =
        Artifact.lock(deed.db(), delete.artifactId()).filter(a -> a.tombstone() == null);
    Artifact artifact = Access.open(found, delete.artifactId());
    Access.unprotected(artifact);
    Permission permission = access.permit(deed, artifact, Request.to(Verb.DELETE, deed.actor()));
    access.settle(deed, artifact, permission, Set.of(artifact.createdBy()));
    deed.update(
        "update artifact set deleted = true, deleted_at = now(), deleted_by = :me,"
            + " version = version + 1, updated_at = now() where id = :id",
        Map.of("id", artifact.id(), "me", deed.actor()));
    disk(deed, artifact.createdBy(), -artifact.size());
    deed.happened(
        "artifact_deleted",
        other(deed, artifact),
        deed.actor() + " deleted " + artifact.id(),
        Answers.data().put("artifact_id", artifact.id()));
    return Answers.data().put("artifact_id", artifact.id()).put("deleted", true);
  }

  ObjectNode prices(Deed deed, SetArtifactPrices prices) throws Refusal {
    Artifact artifact =
        Access.open(Artifact.lock(deed.db(), prices.artifactId()), prices.artifactId());
    Access.unprotected(artifact);
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
        other(deed, artifact),
        deed.actor() + " set the prices of " + artifact.id(),
        data.deepCopy());
    return data;
  }

  private static @Nullable String other(Deed deed, Artifact artifact) {
    return artifact.createdBy().equals(deed.actor()) ? null : artifact.createdBy();
  }

  /// Changes what a principal uses of its disk. It may shrink beyond its quota, never grow.
  private static void disk(Deed deed, String owner, long delta) throws Refusal {
    deed.books().lock(Set.of(owner));
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
