package dev.playloop.worlds.model;

import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// What an example needs of a world's database.
public interface WorldSql {
  /// Applies fixtures in one transaction; does nothing, and says false, where this very text was
  /// applied before.
  boolean seed(String script);

  /// The rows of a query as JSON values by column. Throws [IllegalArgumentException], or what the
  /// world's database has for it, where it is no query; [WorldUnavailable] where there is no
  /// answer.
  List<Map<String, JsonNode>> query(String query);
}
