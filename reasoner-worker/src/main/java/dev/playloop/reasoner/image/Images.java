package dev.playloop.reasoner.image;

import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.event.Part;
import dev.playloop.schemas.event.Turn;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Where the bytes of the images are that prompts name by hash. Thread-safe.
@FunctionalInterface
public interface Images {
  /// Knows no image.
  Images NONE = image -> null;

  /// The bytes that have the image's hash, or null where they can't be had. May block for some
  /// seconds.
  byte @Nullable [] find(Part.Image image) throws InterruptedException;

  /// The images of a prompt that can be shown, as `data:` URLs by their hash.
  default Map<String, String> of(Turn.Body prompt) throws InterruptedException {
    Map<String, String> shown = new LinkedHashMap<>();
    for (Part.Image image : prompt.messages().stream().flatMap(Images::in).toList()) {
      byte[] bytes = shown.containsKey(image.sha256()) ? null : find(image);
      if (bytes != null) {
        shown.put(
            image.sha256(),
            "data:" + image.mediaType() + ";base64," + Base64.getEncoder().encodeToString(bytes));
      }
    }
    return shown;
  }

  /// The images of one message.
  static Stream<Part.Image> in(Message message) {
    return switch (message) {
      case Message.User(List<Part> parts) -> in(parts);
      case Message.ToolOutput output ->
          output.shown() == null ? Stream.empty() : in(output.shown());
      case Message.SystemText _, Message.Assistant _ -> Stream.empty();
    };
  }

  private static Stream<Part.Image> in(List<Part> parts) {
    return parts.stream().filter(Part.Image.class::isInstance).map(Part.Image.class::cast);
  }
}
