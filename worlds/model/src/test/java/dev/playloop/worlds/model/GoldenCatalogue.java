package dev.playloop.worlds.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.ToolSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// A world's catalogue as models see it. A change of a name, description or schema shows in the
/// golden file; `-Dgolden.update=true` writes it anew.
public final class GoldenCatalogue {
  private GoldenCatalogue() {}

  public static void compare(World world) throws IOException {
    Path golden = Path.of("src/test/resources", world.name() + "-tools.json");
    ArrayNode tools = Json.NODES.arrayNode();
    for (ToolSpec<?> spec : world.tools().specs()) {
      ObjectNode tool = tools.addObject();
      tool.put("name", spec.name());
      tool.put("effect", spec.effect().name());
      tool.put("endsRun", spec.endsRun());
      tool.put("description", spec.declaration().description());
      tool.set("parameters", Json.tree(spec.declaration().parameters().text()));
    }
    String now = tools.toPrettyString() + "\n";
    if (Boolean.getBoolean("golden.update")) {
      Files.createDirectories(golden.getParent());
      Files.writeString(golden, now);
    }
    assertThat(now).isEqualTo(Files.readString(golden));
  }
}
