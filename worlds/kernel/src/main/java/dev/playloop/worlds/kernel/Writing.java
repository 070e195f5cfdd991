package dev.playloop.worlds.kernel;

import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.kernel.Shelf.Body;
import dev.playloop.worlds.kernel.artifact.Access;
import dev.playloop.worlds.kernel.artifact.Artifact;
import dev.playloop.worlds.kernel.artifact.Condition;
import dev.playloop.worlds.kernel.artifact.Contracts;
import dev.playloop.worlds.kernel.artifact.Permission;
import dev.playloop.worlds.kernel.artifact.Request;
import dev.playloop.worlds.kernel.artifact.Request.Verb;
import dev.playloop.worlds.kernel.books.Answers;
import dev.playloop.worlds.kernel.books.Code;
import dev.playloop.worlds.kernel.books.Deed;
import dev.playloop.worlds.kernel.books.Overtaken;
import dev.playloop.worlds.kernel.books.Refusal;
import dev.playloop.worlds.kernel.model.KernelWrite.WriteArtifact;
import dev.playloop.worlds.sandbox.Program;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Artifacts are created, and written anew. What a write leaves out stays as it is.
final class Writing {
  private static final List<String> RESERVED = List.of("right:", "@");
  private static final String DELEGATION = "charge_delegation:";

  private final Access access;
  private final Shelf shelf;
  private final long startingScrip;

  Writing(Access access, Shelf shelf, long startingScrip) {
    this.access = access;
    this.shelf = shelf;
    this.startingScrip = startingScrip;
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
    Names.check(deed, id);
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
    shelf.parses(deed, body);
    boolean standing = Boolean.TRUE.equals(write.hasStanding());
    if (deed.number("select 1 from account where principal_id = :id", Map.of("id", id))
        .isPresent()) {
      throw Refusal.of(Code.ALREADY_EXISTS, "The id " + id + " belongs to a principal")
          .about("artifact_id");
    }
    insert(deed, write, body);
    Shelf.disk(deed, deed.actor(), body.size());
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
    Artifact artifact = Condition.open(Optional.of(known), write.artifactId());
    Condition.unprotected(artifact);
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
    shelf.store(deed, artifact, body, contract, permission);
    deed.happened(
        "artifact_written",
        Shelf.other(deed, artifact),
        deed.actor() + " wrote " + artifact.id() + " anew (" + body.size() + " bytes)",
        Answers.data()
            .put("artifact_id", artifact.id())
            .put("type", artifact.type())
            .put("size_bytes", body.size())
            .put("was_update", true));
    return written(artifact.id(), body.size(), true, false);
  }
}
