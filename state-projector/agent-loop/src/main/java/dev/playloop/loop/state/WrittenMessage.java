package dev.playloop.loop.state;

import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.event.Part;
import dev.playloop.schemas.json.Edge;
import dev.playloop.schemas.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A message of a transcript and its JSON, written once: the same bytes are hashed, stored, and
/// sent with every turn that shows it. Immutable; equal by its message.
public final class WrittenMessage {
  /// Providers count an image as about 1,000 tokens.
  private static final long IMAGE_BYTES = 4_000;

  private final Message message;
  private final byte[] json;
  private final long size;

  private WrittenMessage(Message message, byte[] json) {
    this.message = message;
    this.json = json;
    this.size = size(message);
  }

  public static WrittenMessage of(Message message) {
    return new WrittenMessage(message, Json.bytes(message));
  }

  /// A message from where its JSON was stored.
  public static WrittenMessage read(byte[] json) {
    return new WrittenMessage(Json.read(json, Message.class, Edge.KEPT), json);
  }

  public Message message() {
    return message;
  }

  /// Not to be changed.
  public byte[] json() {
    return json;
  }

  /// The bytes a provider gets of it, near enough.
  public long size() {
    return size;
  }

  private static long size(Message message) {
    return switch (message) {
      case Message.SystemText system -> utf8(system.text());
      case Message.User user -> size(user.parts());
      case Message.Assistant assistant ->
          assistant.raw() != null
              ? utf8(assistant.raw())
              : utf8(assistant.text())
                  + assistant.calls().stream()
                      .mapToLong(call -> utf8(call.name()) + utf8(call.arguments()))
                      .sum();
      case Message.ToolOutput output ->
          utf8(output.text()) + (output.shown() == null ? 0 : size(output.shown()));
    };
  }

  private static long size(List<Part> parts) {
    long bytes = 0;
    for (Part part : parts) {
      bytes += size(part);
    }
    return bytes;
  }

  private static long size(Part part) {
    return switch (part) {
      case Part.Text text -> utf8(text.text());
      case Part.Image ignored -> IMAGE_BYTES;
    };
  }

  private static long utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof WrittenMessage that && message.equals(that.message);
  }

  @Override
  public int hashCode() {
    return message.hashCode();
  }

  @Override
  public String toString() {
    return message.toString();
  }
}
