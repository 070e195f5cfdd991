package dev.playloop.ingest.control;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.id.AgentId;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// What of the open approvals is asked for.
///
/// @param agent null: of all
/// @param limit at most so many
record ApprovalQuery(@Nullable AgentId agent, int limit) {
  static final int MOST = 10_000;
  private static final int USUAL = 1_000;

  /// Reads what stands behind the question mark. Throws [Problem.Refused].
  static ApprovalQuery of(@Nullable String query) {
    ApprovalQuery all = new ApprovalQuery(null, USUAL);
    if (query == null || query.isEmpty()) {
      return all;
    }
    for (String part : query.split("&", -1)) {
      int equals = part.indexOf('=');
      String name = equals < 0 ? part : part.substring(0, equals);
      String value = equals < 0 ? "" : part.substring(equals + 1);
      all =
          switch (name) {
            case "agent" -> new ApprovalQuery(agent(value), all.limit());
            case "limit" -> new ApprovalQuery(all.agent(), limit(value));
            default ->
                throw ControlProblem.invalid("query", "agent or limit", ControlReader.shown(name))
                    .refused();
          };
    }
    return all;
  }

  private static AgentId agent(String value) {
    try {
      return new AgentId(URLDecoder.decode(value, StandardCharsets.UTF_8));
    } catch (InvalidValueException e) {
      throw ControlProblem.invalid(e).refused();
    } catch (IllegalArgumentException e) {
      throw ControlProblem.invalid(
              "agent", "text whose '%' stand before two hexadecimal digits", "something else")
          .refused();
    }
  }

  private static int limit(String value) {
    if (value.matches("[0-9]{1,5}")) {
      int limit = Integer.parseInt(value);
      if (limit >= 1 && limit <= MOST) {
        return limit;
      }
    }
    throw ControlProblem.invalid("limit", "a number from 1 to " + MOST, ControlReader.shown(value))
        .refused();
  }
}
