package dev.playloop.operator.gateway;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import org.jspecify.annotations.Nullable;

/// What the gateway said to a control. Texts in it are the gateway's own.
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = GatewayAnswer.Accepted.class, name = "accepted"),
  @JsonSubTypes.Type(value = GatewayAnswer.Unknown.class, name = "unknown"),
  @JsonSubTypes.Type(value = GatewayAnswer.Conflict.class, name = "conflict"),
  @JsonSubTypes.Type(value = GatewayAnswer.Forbidden.class, name = "forbidden"),
  @JsonSubTypes.Type(value = GatewayAnswer.NoLogin.class, name = "no-login"),
  @JsonSubTypes.Type(value = GatewayAnswer.Invalid.class, name = "invalid"),
  @JsonSubTypes.Type(value = GatewayAnswer.Busy.class, name = "busy"),
  @JsonSubTypes.Type(value = GatewayAnswer.Unreachable.class, name = "unreachable")
})
public sealed interface GatewayAnswer {
  /// It is on the log.
  ///
  /// @param id what the gateway calls it; null where it gave it no name
  record Accepted(@Nullable String id) implements GatewayAnswer {}

  /// There is nothing of that name, or no more.
  record Unknown(String detail) implements GatewayAnswer {}

  /// The question, or what it is about, is another one by now.
  record Conflict(String detail) implements GatewayAnswer {}

  /// Who asks may not; `detail` names the scope that is missing.
  record Forbidden(String detail) implements GatewayAnswer {}

  /// The gateway does not know the token, or none was sent.
  record NoLogin(String detail) implements GatewayAnswer {}

  /// What was sent can't be taken; `detail` names the field.
  record Invalid(String detail) implements GatewayAnswer {}

  /// The gateway is there, and takes nothing now.
  record Busy(String detail) implements GatewayAnswer {}

  /// Nobody answers there; whether a control that was sent is on the log is not known.
  record Unreachable(String address, String detail) implements GatewayAnswer {}
}
