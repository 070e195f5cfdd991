package dev.playloop.worlds.model;

import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// What an example needs of a world's database.
public interface WorldSql {
  /// Applies fixtures in one transaction; does nothing, and says false, where this very text was
  /// applied before.
  boolean seed(String script);

  /// The rows of a query as JSON values by column.
  List<Map<String, JsonNode>> query(String query);
}
