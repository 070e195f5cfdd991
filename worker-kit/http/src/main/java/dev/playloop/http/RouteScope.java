package dev.playloop.http;

import java.util.List;

/// What a route asks of its callers. Immutable.
public interface RouteScope {
  /// Whether this caller may call it at all; what it may ask about there is the handler's business.
  boolean opensFor(Caller caller);

  /// What such a caller has, for messages: `approve:<role>`.
  String text();

  /// A scope that a caller lacks.
  static Problem lacking(Caller caller, String scope) {
    return Problem.of(
        403,
        "forbidden",
        "Not allowed",
        caller.name() + " lacks the scope " + scope,
        List.of(new Problem.FieldError("scope", scope, "a token that lacks it")));
  }
}
