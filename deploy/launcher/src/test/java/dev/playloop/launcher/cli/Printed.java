package dev.playloop.launcher.cli;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.util.List;

/// Holds what commands print for programs against the JSON Schemas.
final class Printed {
  private Printed() {}

  /// What of a line of output the schema of that name refuses.
  static List<Error> errors(String schema, String json) {
    return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
        .getSchema(
            Printed.class.getResourceAsStream("/schemas/" + schema + ".schema.json"),
            InputFormat.JSON)
        .validate(json, InputFormat.JSON);
  }
}
