package dev.playloop.schemas.json;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.playloop.schemas.Text;
import tools.jackson.databind.JsonNode;

/// JSON that is written as it stands, such as a tool's schema. The text must be compact: what is
/// read back is the compact text of the parsed tree.
public record RawJson(@JsonValue @JsonRawValue String text) {
  @JsonCreator
  static RawJson of(JsonNode node) {
    // Half a surrogate pair, which is in texts alone here, could not be written again.
    return new RawJson(Text.wellFormed(node.toString()));
  }

  @Override
  public String toString() {
    return text;
  }
}
