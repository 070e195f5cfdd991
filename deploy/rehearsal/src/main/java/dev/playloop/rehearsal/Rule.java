package dev.playloop.rehearsal;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Require;
import dev.playloop.schemas.json.Default;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// One rule: when it fits, and what the model then does: `say` a text, `call` tools (beside a text
/// or without one), or `fail`.
///
/// Texts and arguments are templates, see [Template].
record Rule(
    String name,
    @Nullable When when,
    @Nullable String say,
    @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY) @Default("[]")
        List<Call> call,
    @Nullable Fail fail) {
  public Rule {
    Require.text("name", name, 100);
    call = call == null ? List.of() : List.copyOf(call);
    if (fail == null && say == null && call.isEmpty()) {
      throw new InvalidValueException("say", "one of say, call and fail", "none of them");
    }
    if (fail != null && (say != null || !call.isEmpty())) {
      throw new InvalidValueException("say", "fail alone, or say and call", "fail beside another");
    }
  }

  /// A tool call; `args` is an object whose texts are templates.
  public record Call(String tool, @Nullable JsonNode args) {
    public Call {
      Require.text("tool", tool, 64);
      if (args != null && !args.isObject()) {
        throw new InvalidValueException("args", "an object", args.toString());
      }
    }
  }

  /// What goes wrong. `times` bounds how often the same request fails before the rule no longer
  /// fits (default: always). `seconds` is the Retry-After of `rate_limit` and `overloaded`,
  /// `millis` how long `hang` takes, `tool` and `text` what `unknown_tool`, `bad_arguments` and
  /// `prose` say.
  public record Fail(
      Kind kind,
      @Nullable Integer times,
      @Nullable Integer seconds,
      @Nullable Integer millis,
      @Nullable String tool,
      @Nullable String text) {
    public Fail {
      Require.present("kind", kind, "a kind of failure");
      if (kind == Kind.BAD_ARGUMENTS) {
        Require.text("tool", tool, 64);
      }
    }
  }

  /// The ways to fail.
  public enum Kind {
    /// Status 429.
    @JsonProperty("rate_limit")
    RATE_LIMIT,
    /// Status 503.
    @JsonProperty("overloaded")
    OVERLOADED,
    /// Status 500.
    @JsonProperty("server_error")
    SERVER_ERROR,
    /// Status 400, the prompt is too long.
    @JsonProperty("context_overflow")
    CONTEXT_OVERFLOW,
    /// Status 200 with half a body.
    @JsonProperty("broken_json")
    BROKEN_JSON,
    /// An answer that calls a tool there is none of.
    @JsonProperty("unknown_tool")
    UNKNOWN_TOOL,
    /// No reply for `millis`, then status 503.
    @JsonProperty("hang")
    HANG,
    /// An answer without text and calls.
    @JsonProperty("empty")
    EMPTY,
    /// A call of `tool` with `text` as its arguments.
    @JsonProperty("bad_arguments")
    BAD_ARGUMENTS,
    /// A text answer where a call was due.
    @JsonProperty("prose")
    PROSE
  }
}
