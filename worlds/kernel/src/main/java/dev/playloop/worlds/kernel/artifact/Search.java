package dev.playloop.worlds.kernel.artifact;

import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.kernel.books.Code;
import dev.playloop.worlds.kernel.books.Refusal;
import dev.playloop.worlds.kernel.books.Sizes;
import dev.playloop.worlds.kernel.model.KernelRead.QueryArtifacts;
import java.util.HashMap;
import java.util.Map;
import org.jdbi.v3.core.Handle;
import tools.jackson.databind.node.ObjectNode;

/// The search among artifacts, as the tool and as code has it. Bounded by its limit.
public final class Search {
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

  private Search() {}

  public static ObjectNode run(Handle db, QueryArtifacts query) throws Refusal {
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
}
