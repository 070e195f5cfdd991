package dev.playloop.worlds.postgres;

import dev.playloop.worlds.model.WorldSql;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/// What an example needs of a world's database, by the two methods that each has.
public record DatabaseSql(
    Predicate<String> seeding, Function<String, List<Map<String, Object>>> rows)
    implements WorldSql {
  @Override
  public boolean seed(String script) {
    return seeding.test(script);
  }

  @Override
  public List<Map<String, JsonNode>> query(String query) {
    return rows.apply(query).stream().map(JsonRows::of).toList();
  }
}
