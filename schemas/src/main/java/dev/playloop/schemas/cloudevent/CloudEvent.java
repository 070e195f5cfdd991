package dev.playloop.schemas.cloudevent;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Require;
import dev.playloop.schemas.Text;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A CloudEvent 1.0 with JSON data, whatever mode it came in. `(source, id)` is what it is known
/// by. Extension attributes are checked for their names and left out.
public record CloudEvent(
    String id, String source, String type, @Nullable Instant time, JsonNode data) {
  private static final int MAX_ID = 256;
  private static final int MAX_SOURCE = 512;
  private static final int MAX_ATTRIBUTE = 2_048;
  private static final Pattern NAME = Pattern.compile("[a-z0-9]{1,64}");
  private static final Pattern JSON_TYPE = Pattern.compile("(?i)[^/;]+/([^/;]+\\+)?json\\s*(;.*)?");

  /// Checks the attributes as CloudEvents 1.0 says. A failure names the attribute.
  public static CloudEvent of(Map<String, String> attributes, JsonNode data) {
    attributes.forEach(CloudEvent::checkAttribute);
    String version = attributes.get("specversion");
    if (!"1.0".equals(version)) {
      throw new InvalidValueException("specversion", "'1.0'", quoted(version));
    }
    String contentType = attributes.get("datacontenttype");
    if (contentType != null && !isJson(contentType)) {
      throw new InvalidValueException("datacontenttype", "a JSON media type", quoted(contentType));
    }
    if (attributes.containsKey("subject")) {
      Require.text("subject", attributes.get("subject"), MAX_SOURCE);
    }
    if (attributes.containsKey("dataschema")) {
      uri("dataschema", attributes.get("dataschema"));
    }
    return new CloudEvent(
        Require.text("id", attributes.get("id"), MAX_ID),
        uri("source", attributes.get("source")),
        Require.text("type", attributes.get("type"), MAX_SOURCE),
        time(attributes.get("time")),
        data);
  }

  public static boolean isJson(String mediaType) {
    return JSON_TYPE.matcher(mediaType).matches();
  }

  /// Extension attributes are bounded too, though nobody reads them.
  private static void checkAttribute(String name, String value) {
    Require.match(
        Text.brief(name, 64), name, NAME, "an attribute name of lower case letters and digits");
    if (Text.length(value) > MAX_ATTRIBUTE) {
      throw new InvalidValueException(
          name, "at most " + MAX_ATTRIBUTE + " characters", Text.length(value) + " characters");
    }
    if (value.indexOf('\0') >= 0) {
      throw new InvalidValueException(name, "text without NUL", "the character \\u0000");
    }
  }

  private static String uri(String field, @Nullable String value) {
    String text = Require.text(field, value, MAX_SOURCE);
    try {
      return new URI(text).toString();
    } catch (URISyntaxException e) {
      throw new InvalidValueException(field, "a URI reference (RFC 3986)", quoted(text));
    }
  }

  private static @Nullable Instant time(@Nullable String value) {
    if (value == null) {
      return null;
    }
    try {
      return Require.time("time", OffsetDateTime.parse(value).toInstant());
    } catch (DateTimeParseException e) {
      throw new InvalidValueException(
          "time", "a time such as 2026-01-31T12:00:00Z (RFC 3339)", quoted(value));
    }
  }

  private static String quoted(@Nullable String value) {
    if (value == null) {
      return Require.NOTHING;
    }
    return value.length() <= 80 ? "'" + value + "'" : Text.length(value) + " characters";
  }
}
