package dev.playloop.worlds.kernel;

import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.kernel.artifact.Access;
import dev.playloop.worlds.kernel.artifact.Artifact;
import dev.playloop.worlds.kernel.artifact.Condition;
import dev.playloop.worlds.kernel.artifact.Contracts;
import dev.playloop.worlds.kernel.artifact.Permission;
import dev.playloop.worlds.kernel.artifact.Quotes;
import dev.playloop.worlds.kernel.artifact.Request;
import dev.playloop.worlds.kernel.artifact.Search;
import dev.playloop.worlds.kernel.books.Answers;
import dev.playloop.worlds.kernel.books.Books;
import dev.playloop.worlds.kernel.books.Deed;
import dev.playloop.worlds.kernel.books.Payment;
import dev.playloop.worlds.kernel.books.Refusal;
import dev.playloop.worlds.kernel.model.KernelRead.QueryArtifacts;
import dev.playloop.worlds.kernel.model.KernelRead.ReadArtifact;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/// The tools that look. Ids and metadata are public, so a query is never refused for want of
/// permission; a read asks the contract and costs the read price.
final class Reading {
  private final Access access;

  Reading(Access access) {
    this.access = access;
  }

  ObjectNode query(Deed deed, QueryArtifacts query) throws Refusal {
    ObjectNode found = Search.run(deed.db(), query);
    Quotes.tell(deed, found.path("results"));
    deed.happened(
        "kernel_query",
        null,
        deed.actor() + " searched for " + query.namePattern(),
        Answers.data()
            .put("query_type", "artifacts")
            .put("name_pattern", query.namePattern())
            .put("total", found.path("total").asLong(0)));
    return found;
  }

  ObjectNode read(Deed deed, ReadArtifact read) throws Refusal {
    String id = read.artifactId();
    Artifact artifact = Condition.open(Artifact.find(deed.db(), id), id);
    if (Contracts.isCustom(artifact)) {
      // what it sets must follow from the very state that it was asked about
      artifact = Condition.open(Artifact.lock(deed.db(), id), id);
    }
    Permission permission =
        access.permit(deed, artifact, Request.to(Request.Verb.READ, deed.actor()));
    long price = 0;
    String payee = artifact.payee();
    if (payee != null && Books.moves(artifact.prices().read(), deed.actor(), payee)) {
      price = artifact.prices().read();
      List<String> there = access.settle(deed, artifact, permission, Set.of(payee));
      deed.pay(new Payment(deed.actor(), payee, price, "read_price"), there);
    } else {
      access.settle(deed, artifact, permission, Set.of());
    }
    deed.happened(readBy(deed.actor(), artifact, price));
    Quotes.tell(deed, List.of(artifact.id()));
    return artifact
        .shown()
        .put("contract_cost", Quotes.contractCost(deed, artifact))
        .put("read_price_paid", price);
  }

  static Deed.Happening readBy(String reader, Artifact artifact, long price) {
    return new Deed.Happening(
        "artifact_read",
        reader,
        artifact.createdBy(),
        reader + " read " + artifact.id(),
        Answers.data().put("artifact_id", artifact.id()).put("read_price_paid", price));
  }

  /// What an artifact says of itself; free, and asks nobody.
  static ObjectNode describe(Deed deed, Artifact artifact) {
    Quotes.tell(deed, List.of(artifact.id()));
    ObjectNode described =
        Answers.data()
            .put("artifact_id", artifact.id())
            .put("invoke_price", artifact.prices().invoke())
            .put("contract_cost", Quotes.contractCost(deed, artifact));
    described.set("interface", Optional.ofNullable(artifact.face()).orElse(Json.NODES.nullNode()));
    return described;
  }
}
