package dev.playloop.worlds.kernel;

import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.kernel.model.KernelRead.QueryArtifacts;
import dev.playloop.worlds.kernel.model.KernelRead.ReadArtifact;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.core.Handle;
import tools.jackson.databind.node.ObjectNode;

/// The tools that look. Ids and metadata are public, so a query is never refused for want of
/// permission; a read asks the contract and costs the read price.
final class Reading {
  private static final int LIMIT = 50;
  private static final String QUERY =
      """
      with found as (
        select id, type, created_by, executable, octet_length(content) + octet_length(code) as size,
          left(case when executable then code else content end, :preview) as preview,
          access_contract_id, read_price, invoke_price, kernel_contract_cost(a) as contract_cost
        from artifact a
        where not deleted and id like :pattern escape '!'
          and (cast(:owner as text) is null or created_by = :owner)
          and (cast(:type as text) is null or type = :type)
          and (cast(:executable as boolean) is null or executable = :executable)),
      page as (select * from found order by id limit :limit offset :offset)
      select cast(json_build_object(
        'total', (select count(*) from found),
        'returned', (select count(*) from page),
        'results', coalesce((select json_agg(json_build_object(
          'id', id, 'type', type, 'created_by', created_by, 'executable', executable,
          'content_size', size, 'code_preview', preview, 'access_contract_id', access_contract_id,
          'read_price', read_price, 'invoke_price', invoke_price, 'contract_cost', contract_cost)
          order by id) from page), '[]')) as text)\
      """;

  private final Access access;

  Reading(Access access) {
    this.access = access;
  }

  static ObjectNode query(Handle db, QueryArtifacts query) throws Refusal {
    Map<String, Object> parameters = new HashMap<>();
    parameters.put("pattern", like(query));
    parameters.put("preview", Sizes.PREVIEW);
    parameters.put("owner", query.owner());
    parameters.put("type", query.type());
    parameters.put("executable", query.executable());
    parameters.put("limit", query.limit() == null ? LIMIT : query.limit());
    parameters.put("offset", query.offset() == null ? 0 : query.offset());
    return (ObjectNode)
        Json.tree(db.createQuery(QUERY).bindMap(parameters).mapTo(String.class).one());
  }

  /// The glob as a pattern of LIKE. One that leaves everything open is refused, unless something
  /// else narrows it.
  private static String like(QueryArtifacts query) throws Refusal {
    String glob = query.namePattern();
    boolean open = glob.chars().allMatch(c -> c == '*' || c == '?');
    if (open && query.owner() == null && query.type() == null && query.executable() == null) {
      throw Refusal.of(
              Code.INVALID_PATTERN,
              "The pattern "
                  + glob
                  + " matches everything; write a part of the name, such as *corpus*, or give owner,"
                  + " type or executable")
          .about("name_pattern");
    }
    return glob.replace("!", "!!")
        .replace("%", "!%")
        .replace("_", "!_")
        .replace('*', '%')
        .replace('?', '_');
  }

  ObjectNode query(Deed deed, QueryArtifacts query) throws Refusal {
    ObjectNode found = query(deed.db(), query);
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
    Artifact artifact = Access.open(Artifact.find(deed.db(), id), id);
    if (Contracts.isCustom(artifact)) {
      // what it sets must follow from the very state that it was asked about
      artifact = Access.open(Artifact.lock(deed.db(), id), id);
    }
    Permission permission =
        access.permit(deed, artifact, Request.to(Request.Verb.READ, deed.actor()));
    long price = 0;
    String payee = artifact.payee();
    if (payee != null && Books.moves(artifact.prices().read(), deed.actor(), payee)) {
      price = artifact.prices().read();
      List<String> there = access.settle(deed, artifact, permission, Set.of(payee));
      new Payment(deed.actor(), payee, price, "read_price").apply(deed, there);
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
