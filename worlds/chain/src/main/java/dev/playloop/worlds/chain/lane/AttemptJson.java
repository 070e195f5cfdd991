package dev.playloop.worlds.chain.lane;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.event.ActionResult.ActionError;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.GasBound;
import dev.playloop.worlds.chain.ResourceBounds;
import dev.playloop.worlds.chain.backend.SignedAttempt;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What the ledger keeps of a write: why it was refused before anything was signed, or each attempt
/// as it was signed. What a later attempt's body shares with the first one's is kept once, so that
/// all of them fit.
final class AttemptJson {
  private static final String REFUSED = "refused";
  private static final String BODY = "body";
  private static final int MAX_DIGITS = 80;

  private AttemptJson() {}

  /// What was kept.
  sealed interface Kept {
    record Nothing() implements Kept {}

    record Refused(ActionError error) implements Kept {}

    /// @param day on which the first attempt was signed, and its fee counts
    record Signed(LocalDate day, List<SignedAttempt> attempts) implements Kept {
      public Signed {
        attempts = List.copyOf(attempts);
      }
    }
  }

  static JsonNode refused(ActionError error) {
    ObjectNode json = Json.NODES.objectNode().put("v", 1);
    json.set(REFUSED, Json.LOG.valueToTree(error));
    return json;
  }

  /// @param first the first attempt of the same write; null where this is it
  static JsonNode write(SignedAttempt attempt, @Nullable SignedAttempt first, LocalDate day) {
    ObjectNode json = Json.NODES.objectNode().put("v", 1);
    json.put("account", attempt.account().hex())
        .put("nonce", attempt.nonce())
        .put("hash", attempt.hash())
        .put("day", day.toString());
    ObjectNode bounds = json.putObject("bounds");
    put(bounds, "l1Gas", attempt.bounds().l1Gas());
    put(bounds, "l2Gas", attempt.bounds().l2Gas());
    put(bounds, "l1DataGas", attempt.bounds().l1DataGas());
    ObjectNode body = json.putObject(BODY);
    attempt
        .body()
        .properties()
        .forEach(field -> {
          boolean shared =
              first != null && field.getValue().equals(first.body().get(field.getKey()));
          if (!shared) {
            body.set(field.getKey(), field.getValue());
          }
        });
    return json;
  }

  private static void put(ObjectNode bounds, String name, GasBound bound) {
    bounds
        .putObject(name)
        .put("amount", bound.maxAmount())
        .put("price", bound.maxPrice().toString());
  }

  /// Reads what the ledger has. Throws [InvalidValueException] where it is none of ours.
  static Kept read(List<JsonNode> prepared) {
    if (prepared.isEmpty()) {
      return new Kept.Nothing();
    }
    JsonNode first = prepared.getFirst();
    if (first.has(REFUSED)) {
      return new Kept.Refused(Json.readStrict(first.path(REFUSED), ActionError.class));
    }
    List<SignedAttempt> attempts = new ArrayList<>();
    for (JsonNode each : prepared) {
      SignedAttempt attempt = attempt(each, first.path(BODY));
      if (!attempts.isEmpty()) {
        requireSame(attempts.getFirst(), attempt);
      }
      attempts.add(attempt);
    }
    return new Kept.Signed(day(text(first, "day")), attempts);
  }

  private static void requireSame(SignedAttempt first, SignedAttempt later) {
    if (first.nonce() != later.nonce() || !first.account().equals(later.account())) {
      throw new InvalidValueException(
          "attempts",
          "one account and nonce, %s and %d".formatted(first.account(), first.nonce()),
          "%s and %d".formatted(later.account(), later.nonce()));
    }
  }

  private static SignedAttempt attempt(JsonNode json, JsonNode firstBody) {
    JsonNode bounds = json.path("bounds");
    ObjectNode body = Json.NODES.objectNode();
    firstBody.properties().forEach(field -> body.set(field.getKey(), field.getValue()));
    json.path(BODY).properties().forEach(field -> body.set(field.getKey(), field.getValue()));
    return new SignedAttempt(
        Felt.parse("account", text(json, "account")),
        whole(json, "nonce"),
        text(json, "hash"),
        new ResourceBounds(
            bound(bounds.path("l1Gas")),
            bound(bounds.path("l2Gas")),
            bound(bounds.path("l1DataGas"))),
        body);
  }

  private static GasBound bound(JsonNode json) {
    return new GasBound(whole(json, "amount"), number("price", text(json, "price")));
  }

  static BigInteger number(String field, String digits) {
    if (digits.isEmpty()
        || digits.length() > MAX_DIGITS
        || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
      throw new InvalidValueException(field, "up to 80 decimal digits", brief(digits));
    }
    return new BigInteger(digits);
  }

  private static LocalDate day(String text) {
    try {
      return LocalDate.parse(text);
    } catch (DateTimeException e) {
      throw new InvalidValueException("day", "a day as 2026-01-31", brief(text));
    }
  }

  private static long whole(JsonNode json, String field) {
    JsonNode value = json.path(field);
    if (!value.isIntegralNumber() || !value.canConvertToLong() || value.longValue() < 0) {
      throw new InvalidValueException(field, "a whole number", brief(value.toString()));
    }
    return value.longValue();
  }

  private static String text(JsonNode json, String field) {
    JsonNode value = json.path(field);
    if (!value.isString()) {
      throw new InvalidValueException(field, "text", brief(value.toString()));
    }
    return value.stringValue();
  }

  private static String brief(String text) {
    return text.length() > MAX_DIGITS ? text.substring(0, MAX_DIGITS) + "…" : text;
  }
}
