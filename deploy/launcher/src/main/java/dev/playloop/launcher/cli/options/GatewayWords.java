package dev.playloop.launcher.cli.options;

import dev.playloop.launcher.UserProblem;
import dev.playloop.operator.gateway.GatewayAnswer;
import dev.playloop.schemas.Printable;

/// What to tell a person whose word a gateway did not take.
public final class GatewayWords {
  private GatewayWords() {}

  /// `answer` is any but [GatewayAnswer.Accepted].
  public static UserProblem of(GatewayAnswer answer) {
    return switch (answer) {
      case GatewayAnswer.Unknown(String detail) ->
          UserProblem.failed(
              "the gateway knows nothing of it: " + Printable.line(detail),
              "'./playloop approvals list' shows what waits; it may have ended.");
      case GatewayAnswer.Conflict(String detail) ->
          UserProblem.failed(
              "it is another question by now: " + Printable.line(detail),
              "'./playloop approvals list' shows it as it is; look again, then answer.");
      case GatewayAnswer.Forbidden(String detail) ->
          UserProblem.environment(
              "you may not say that: " + Printable.line(detail),
              "'./playloop principals list' shows who may; 'principals add' gives a token with other"
                  + " scopes.",
              null);
      case GatewayAnswer.NoLogin(String detail) ->
          UserProblem.environment(
              "the gateway does not know you: " + Printable.line(detail),
              "PLAYLOOP_TOKEN must be what './playloop principals add' or 'rotate' printed last; what"
                  + " './playloop up' wrote holds until it stops.",
              null);
      case GatewayAnswer.Invalid(String detail) ->
          UserProblem.usage(
              "the gateway can't take it: " + Printable.line(detail),
              "mend what it names and try again.");
      case GatewayAnswer.Busy(String detail) ->
          UserProblem.environment(
              "the gateway takes nothing now: " + Printable.line(detail),
              "try again in a few seconds; './playloop doctor' looks at the system.",
              null);
      case GatewayAnswer.Unreachable(String address, String detail) ->
          UserProblem.environment(
              "no gateway answers at " + address + ": " + Printable.line(detail),
              "start one with './playloop up', or name yours with --gateway URL.",
              null);
      case GatewayAnswer.Accepted _ -> throw new IllegalArgumentException("it was taken");
    };
  }
}
