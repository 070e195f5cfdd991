package dev.playloop.worlds.kernel.books;

import dev.playloop.schemas.json.Json;
import java.io.Serial;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The kernel says no. What the action did in its transaction before is undone, but for the events.
/// `field` names the argument that is to blame, `details` holds numbers to go by.
public final class Refusal extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  private final Code code;
  private final @Nullable String field;
  private final transient @Nullable JsonNode details;

  private Refusal(Code code, String message, @Nullable String field, @Nullable JsonNode details) {
    super(message, null, false, false);
    this.code = code;
    this.field = field;
    this.details = details;
  }

  public static Refusal of(Code code, String message) {
    return new Refusal(code, message, null, null);
  }

  public static Refusal of(Code code, String message, JsonNode details) {
    return new Refusal(code, message, null, details);
  }

  /// Someone has less than it takes.
  public static Refusal insufficient(String who, long required, long available) {
    return of(
        Code.INSUFFICIENT_FUNDS,
        "Insufficient scrip: " + who + " needs " + required + " and has " + available,
        Json.NODES.objectNode().put("required", required).put("available", available));
  }

  /// The same, with the argument that is to blame.
  public Refusal about(String argument) {
    return new Refusal(code, getMessage(), argument, details);
  }

  public Code code() {
    return code;
  }

  @Nullable String field() {
    return field;
  }

  @Nullable JsonNode details() {
    return details;
  }

  @Override
  public String getMessage() {
    return Objects.requireNonNull(super.getMessage());
  }
}
