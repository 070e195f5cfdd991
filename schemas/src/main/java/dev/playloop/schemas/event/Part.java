package dev.playloop.schemas.event;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/// A part of a message's content.
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Part.Text.class, name = "text"),
  @JsonSubTypes.Type(value = Part.Image.class, name = "image")
})
public sealed interface Part {
  record Text(String text) implements Part {}

  /// An image by the SHA-256 of its bytes, in lower-case hex, and where a person finds it. Whoever
  /// needs the bytes looks for the hash in a place of his own choice, never behind this URL.
  record Image(String sha256, String url, String mediaType) implements Part {}
}
