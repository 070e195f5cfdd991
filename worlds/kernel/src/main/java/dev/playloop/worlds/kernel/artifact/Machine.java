package dev.playloop.worlds.kernel.artifact;

import dev.playloop.schemas.tool.ToolCall;
import dev.playloop.schemas.tool.ToolSpec;
import dev.playloop.worlds.kernel.books.Code;
import dev.playloop.worlds.kernel.books.KernelDatabase;
import dev.playloop.worlds.kernel.books.Refusal;
import dev.playloop.worlds.kernel.model.KernelRead.QueryArtifacts;
import dev.playloop.worlds.sandbox.HostRefusal;
import dev.playloop.worlds.sandbox.Sandbox;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// What code that runs sees of the kernel: the sandbox it runs in, and the world as it is
/// committed, outside of any transaction. Thread-safe.
public record Machine(KernelDatabase database, Sandbox sandbox, Contracts contracts) {
  private static final ToolSpec<QueryArtifacts> QUERY = ToolSpec.of(QueryArtifacts.class);

  /// An artifact that is there and not deleted.
  public Artifact open(String id) throws HostRefusal {
    try {
      return Condition.open(
          id.indexOf('\0') >= 0
              ? java.util.Optional.empty()
              : database.reads().withHandle(db -> Artifact.find(db, id)),
          id);
    } catch (Refusal refusal) {
      throw host(refusal);
    }
  }

  /// What the artifact's contract says; `depth` counts contracts that ask contracts.
  public Permission decide(Artifact target, Request request, int depth)
      throws InterruptedException {
    return contracts.decide(
        target,
        request,
        id -> database.reads().withHandle(db -> Artifact.find(db, id)),
        (contract, of, asked) -> ContractRun.ask(this, contract, of, asked, depth));
  }

  /// As the tool answers it.
  public JsonNode query(JsonNode query) throws HostRefusal {
    if (QUERY.check(query) instanceof ToolCall.Invalid invalid) {
      throw new HostRefusal(
          Code.INVALID_PARAM.wire(),
          invalid.field() + ": expected " + invalid.expected() + ", got " + invalid.got());
    }
    try {
      QueryArtifacts typed = QUERY.parse(query);
      return database.reads().<JsonNode, Refusal>withHandle(db -> Search.run(db, typed));
    } catch (Refusal refusal) {
      throw host(refusal);
    }
  }

  public long balance(String principal) {
    return database
        .reads()
        .withHandle(db ->
            db.createQuery("select scrip from account where principal_id = :id")
                .bindMap(Map.of("id", principal))
                .mapTo(Long.class)
                .findFirst()
                .orElse(0L));
  }

  public boolean isPrincipal(String id) {
    return id.indexOf('\0') < 0
        && database
            .reads()
            .withHandle(db ->
                db.createQuery("select exists (select 1 from account where principal_id = :id)")
                    .bind("id", id)
                    .mapTo(Boolean.class)
                    .one());
  }

  /// A refusal as code sees it.
  public static HostRefusal host(Refusal refusal) {
    return new HostRefusal(refusal.code().wire(), refusal.getMessage());
  }
}
