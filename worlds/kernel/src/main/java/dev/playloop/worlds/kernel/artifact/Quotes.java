package dev.playloop.worlds.kernel.artifact;

import dev.playloop.worlds.kernel.books.Deed;
import dev.playloop.worlds.kernel.model.KernelBudget;
import dev.playloop.worlds.kernel.model.KernelRead;
import dev.playloop.worlds.kernel.model.KernelTool;
import dev.playloop.worlds.kernel.model.KernelWrite;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// What principals were told that artifacts cost, and what a call may cost for that. A price that
/// was raised since is not what a caller agreed to.
public final class Quotes {
  private static final String TELL =
      """
      with now as (
        select a.id, a.read_price, a.invoke_price, kernel_contract_cost(a) as contract_cost
        from artifact a where a.id = any(:ids) and not a.deleted),
      free as (
        delete from quote q using now where q.principal_id = :me and q.artifact_id = now.id
          and now.read_price + now.invoke_price + now.contract_cost = 0)
      insert into quote (principal_id, artifact_id, read_price, invoke_price, contract_cost)
      select :me, id, read_price, invoke_price, contract_cost from now
      where read_price + invoke_price + contract_cost > 0 order by id
      on conflict (principal_id, artifact_id) do update set read_price = excluded.read_price,
        invoke_price = excluded.invoke_price, contract_cost = excluded.contract_cost,
        told_at = now()\
      """;

  private Quotes() {}

  /// Remembers that the actor is told now what these cost.
  public static void tell(Deed deed, List<String> artifacts) {
    if (!artifacts.isEmpty()) {
      deed.db()
          .createUpdate(TELL)
          .bind("me", deed.actor())
          .bindArray("ids", String.class, artifacts)
          .execute();
    }
  }

  /// The same, of the results of a query.
  public static void tell(Deed deed, JsonNode results) {
    tell(deed, results.valueStream().map(found -> found.path("id").asString("")).toList());
  }

  /// What the contract of an artifact says that it asks.
  public static long contractCost(Deed deed, Artifact artifact) {
    return deed.number(
            "select kernel_contract_cost(a) from artifact a where id = :id",
            Map.of("id", artifact.id()))
        .orElse(0L);
  }

  /// The most that a call may cost who makes it: what it names itself, or what was told.
  public static long most(Deed deed, KernelTool tool) {
    Long named = tool.maxScrip();
    if (named != null) {
      return named;
    }
    return switch (tool) {
      case KernelRead.ReadArtifact read ->
          told(deed, read.artifactId(), "read_price + contract_cost");
      case KernelWrite.InvokeArtifact invoke ->
          told(deed, invoke.artifactId(), "invoke_price + contract_cost");
      case KernelWrite.WriteArtifact write -> told(deed, write.artifactId(), "contract_cost");
      case KernelWrite.EditArtifact edit -> told(deed, edit.artifactId(), "contract_cost");
      case KernelWrite.DeleteArtifact delete -> told(deed, delete.artifactId(), "contract_cost");
      case KernelWrite.SetArtifactPrices prices -> told(deed, prices.artifactId(), "contract_cost");
      case KernelWrite.SubmitToTask submit -> told(deed, submit.artifactId(), "contract_cost");
      case KernelRead.QueryArtifacts _,
          KernelWrite.TransferScrip _,
          KernelWrite.TransferResource _,
          KernelBudget.Reserve _,
          KernelBudget.Settle _ ->
          0;
    };
  }

  /// `costs` is a sum of our own columns. Prices are at most 2^53 - 1 each, so it fits.
  private static long told(Deed deed, String artifact, String costs) {
    Map<String, Object> parameters = new HashMap<>();
    parameters.put("me", deed.actor());
    parameters.put("id", artifact);
    return deed.number(
            "select " + costs + " from quote where principal_id = :me and artifact_id = :id",
            parameters)
        .orElse(0L);
  }
}
