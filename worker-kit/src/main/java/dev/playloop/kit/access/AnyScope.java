package dev.playloop.kit.access;

import dev.playloop.http.Caller;
import dev.playloop.http.RouteScope;
import dev.playloop.schemas.principal.Scope;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// Lets in whoever has one of these scopes, whatever it names: what a call names is known only when
/// it is read. Immutable.
public record AnyScope(List<Scope.Verb> verbs) implements RouteScope {
  public AnyScope {
    verbs = List.copyOf(verbs);
  }

  public static AnyScope of(Scope.Verb... verbs) {
    return new AnyScope(List.of(verbs));
  }

  @Override
  public boolean opensFor(Caller caller) {
    KnownCaller known = KnownCaller.of(caller);
    return verbs.stream().anyMatch(known::mayAny);
  }

  @Override
  public String text() {
    return verbs.stream().map(AnyScope::text).collect(Collectors.joining(" or "));
  }

  private static String text(Scope.Verb verb) {
    String name = verb.name().toLowerCase(Locale.ROOT);
    return switch (verb) {
      case PUBLISH, ACT -> name + ":<world>";
      case READ -> name + ":<agent>";
      case APPROVE -> name + ":<role>";
      case CONTROL, SIGN, ADMIN -> name;
    };
  }
}
