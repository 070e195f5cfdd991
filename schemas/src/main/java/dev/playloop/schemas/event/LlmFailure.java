package dev.playloop.schemas.event;

import com.fasterxml.jackson.annotation.JsonProperty;

/// The classes of LLM failure.
public enum LlmFailure {
  @JsonProperty("rate_limit")
  RATE_LIMIT,
  @JsonProperty("overloaded")
  OVERLOADED,
  @JsonProperty("context_overflow")
  CONTEXT_OVERFLOW,
  @JsonProperty("auth")
  AUTH,
  @JsonProperty("quota")
  QUOTA,
  @JsonProperty("bad_request")
  BAD_REQUEST,
  @JsonProperty("timeout")
  TIMEOUT,
  @JsonProperty("connection_lost")
  CONNECTION_LOST,
  @JsonProperty("invalid_body")
  INVALID_BODY,
  @JsonProperty("error_in_200")
  ERROR_IN_200,
  @JsonProperty("permit")
  PERMIT,
  @JsonProperty("no_route")
  NO_ROUTE,
  @JsonProperty("unreadable")
  UNREADABLE
}
