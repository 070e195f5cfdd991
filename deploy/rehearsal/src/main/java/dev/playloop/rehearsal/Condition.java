package dev.playloop.rehearsal;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.json.Default;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// One condition: what lies at `path` compared by `op` with `value` (which may be a template).
/// Without `op`: `eq` where a value is given, else `exists`.
record Condition(@Default("\"\"") String path, @Nullable Op op, @Nullable JsonNode value) {
  public Condition {
    path = path == null ? "" : path;
    boolean needsValue = op != null && op != Op.EXISTS && op != Op.MISSING;
    if (needsValue && value == null) {
      throw new InvalidValueException("value", "a value to compare with", "nothing");
    }
  }

  boolean holds(Situation seen, JsonNode root) {
    JsonNode found = Paths.find(root, path);
    Op how = op != null ? op : value == null ? Op.EXISTS : Op.EQ;
    JsonNode wanted = value == null ? Paths.MISSING : Template.fillKnown(value, seen.root());
    return wanted != null && how.holds(found, wanted);
  }
}
