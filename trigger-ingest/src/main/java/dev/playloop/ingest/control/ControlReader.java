package dev.playloop.ingest.control;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Require;
import dev.playloop.schemas.approval.AnswerKind;
import dev.playloop.schemas.approval.ApprovalRule;
import dev.playloop.schemas.approval.Conditions;
import dev.playloop.schemas.event.ApprovalControl;
import dev.playloop.schemas.event.ApprovalControl.About;
import dev.playloop.schemas.event.Author;
import dev.playloop.schemas.event.Control;
import dev.playloop.schemas.json.CheckedJson;
import dev.playloop.schemas.json.Edge;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.json.JsonFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Reads what a caller says to an agent: strictly, and bounded, for it is kept for ever. Who says
/// it and when is not the caller's to say. Pure functions; every failure is a [Problem.Refused].
final class ControlReader {
  static final int MAX_REASON = 500;
  static final int MAX_ARGS_BYTES = 64 * 1024;

  private static final int MAX_NAME = 64;
  private static final int MAX_SUBJECT = 128;
  private static final List<String> OURS = List.of("author", "at");
  private static final Pattern APPROVAL = Pattern.compile("[0-9a-f]{16}");
  private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");
  private static final Pattern GRANT = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

  private ControlReader() {}

  /// What `POST /v1/approvals/{id}` takes.
  ///
  /// @param answer approve, deny, edit or withdraw
  record Answered(
      String answer, String argsHash, @Nullable JsonNode args, @Nullable String reason) {}

  /// The control, said by somebody at that time; who that is comes later.
  static Control control(byte[] body, Instant at) {
    ObjectNode said = object(body);
    for (String field : OURS) {
      if (said.has(field)) {
        throw ControlProblem.invalid(
                field,
                "nothing: the gateway says who speaks and when",
                JsonFailure.shown(said.get(field)))
            .refused();
      }
    }
    said.set("author", Json.LOG.valueToTree(Author.of("nobody")));
    said.put("at", at.toString());
    return checked(said, Control.class);
  }

  static Answered answer(byte[] body) {
    return checked(object(body), Answered.class);
  }

  /// Which answer the word stands for.
  static AnswerKind kind(String word) {
    for (AnswerKind kind : AnswerKind.values()) {
      if (kind.name().toLowerCase(Locale.ROOT).equals(word)) {
        return kind;
      }
    }
    throw ControlProblem.invalid("answer", words(Arrays.asList(AnswerKind.values())), shown(word))
        .refused();
  }

  static String words(List<AnswerKind> kinds) {
    return String.join(
        " or ", kinds.stream().map(kind -> kind.name().toLowerCase(Locale.ROOT)).toList());
  }

  static String shown(String text) {
    return text.length() <= 80 ? "'" + text + "'" : "a text of " + text.length() + " characters";
  }

  private static ObjectNode object(byte[] body) {
    if (body.length == 0) {
      throw ControlProblem.invalid("body", "a JSON object", "an empty body").refused();
    }
    try {
      JsonNode tree = CheckedJson.of(body, Edge.REQUEST).tree();
      if (tree instanceof ObjectNode object) {
        return object;
      }
      throw ControlProblem.invalid("body", "a JSON object", JsonFailure.shown(tree)).refused();
    } catch (InvalidValueException e) {
      throw ControlProblem.invalid(e).refused();
    }
  }

  private static <T> T checked(ObjectNode said, Class<T> type) {
    try {
      T read = Json.readStrict(said, type);
      switch (read) {
        case Control control -> check(control);
        case Answered answered -> check(answered);
        default -> throw new IllegalStateException("nothing to check: " + type);
      }
      return read;
    } catch (InvalidValueException e) {
      throw ControlProblem.invalid(e).refused();
    }
  }

  private static void check(Answered answered) {
    hash("argsHash", answered.argsHash());
    reason(answered.reason());
    if (answered.args() != null) {
      object("args", answered.args());
    }
  }

  private static void check(Control control) {
    switch (control) {
      case ApprovalControl.Answer answer -> {
        About about = answer.about();
        if (about.approval() != null) {
          Require.match("about.approval", about.approval(), APPROVAL, "16 hexadecimal digits");
        }
        hash("about.argsHash", about.argsHash());
        reason(answer.reason());
        if (answer instanceof ApprovalControl.Edit edit) {
          object("args", edit.args());
        }
      }
      case ApprovalControl.Confirm confirm -> reason(confirm.reason());
      case ApprovalControl.Grant grant -> check(grant);
      case ApprovalControl.Revoke revoke -> {
        grant(revoke.grant());
        reason(revoke.reason());
      }
      case Control.ForgetSubject forget -> Require.text("subject", forget.subject(), MAX_SUBJECT);
      case Control.CancelRun _, Control.Pause _, Control.Resume _, Control.Snapshot _ -> {
        // Their ids are all they have.
      }
    }
  }

  private static void check(ApprovalControl.Grant grant) {
    grant(grant.grant());
    Require.text("rule", grant.rule(), MAX_NAME);
    object("pattern", grant.pattern());
    Conditions.compile(grant.pattern());
    Require.range("uses", grant.uses(), 1, ApprovalControl.Grant.MAX_USES);
    Duration good = Duration.between(grant.at(), grant.until());
    if (!good.isPositive() || good.compareTo(ApprovalRule.LONGEST) > 0) {
      throw new InvalidValueException(
          "until", "a time from now to 30 days from now", grant.until().toString());
    }
    reason(grant.reason());
  }

  private static void grant(String id) {
    Require.match("grant", id, GRANT, "1 to 64 letters, digits and ._-");
  }

  private static void hash(String field, String hash) {
    Require.match(field, hash, HASH, "a SHA-256 as 64 lower-case hexadecimal digits");
  }

  private static void reason(@Nullable String reason) {
    if (reason != null) {
      Require.text("reason", reason, MAX_REASON);
    }
  }

  private static void object(String field, JsonNode value) {
    if (!value.isObject()) {
      throw new InvalidValueException(field, "a JSON object", JsonFailure.shown(value));
    }
    int bytes = Json.bytes(value).length;
    if (bytes > MAX_ARGS_BYTES) {
      throw new InvalidValueException(
          field, "at most " + MAX_ARGS_BYTES + " bytes", bytes + " bytes");
    }
  }
}
