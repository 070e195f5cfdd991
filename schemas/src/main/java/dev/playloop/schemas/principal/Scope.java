package dev.playloop.schemas.principal;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Require;
import java.util.Locale;
import java.util.regex.Pattern;

/// One thing that a principal may do: `publish:tally`, `read:tally/ada`, `approve:treasurer`,
/// `control`. Where something is named, `*` names all of its kind. Immutable.
///
/// @param of whose or what; empty where the verb has none
public record Scope(Verb verb, String of) {
  /// Whatever there is but for signing, which only keys do.
  public static final Scope ADMIN = new Scope(Verb.ADMIN, "");

  /// Pause, resume and cancel what agents do.
  public static final Scope CONTROL = new Scope(Verb.CONTROL, "");

  /// Vouch for others: what is signed with such a principal's key counts as said by whom it names.
  public static final Scope SIGN = new Scope(Verb.SIGN, "");

  private static final String ALL = "*";
  private static final Pattern NAME = Pattern.compile("\\*|[a-z0-9][a-z0-9-]{0,62}");
  private static final Pattern AGENT =
      Pattern.compile("\\*|[a-z0-9][a-z0-9-]{0,62}(/[a-z0-9][a-z0-9-]{0,62})?");

  /// What is done.
  public enum Verb {
    /// Write events of a world.
    PUBLISH,
    /// Carry out actions of a world.
    ACT,
    /// See what agents of a world, or one agent, do.
    READ,
    CONTROL,
    /// Answer where a role is asked for.
    APPROVE,
    SIGN,
    ADMIN;

    private boolean names() {
      return switch (this) {
        case PUBLISH, ACT, READ, APPROVE -> true;
        case CONTROL, SIGN, ADMIN -> false;
      };
    }
  }

  public Scope {
    if (verb.names()) {
      Require.match(
          "scope",
          of,
          verb == Verb.READ ? AGENT : NAME,
          "a name behind '" + verb.name().toLowerCase(Locale.ROOT) + ":', or '*' for all");
    } else if (!of.isEmpty()) {
      throw new InvalidValueException("scope", verb.name().toLowerCase(Locale.ROOT) + " alone", of);
    }
  }

  /// Write events of this world.
  public static Scope publish(String world) {
    return new Scope(Verb.PUBLISH, world);
  }

  /// Carry out actions of this world.
  public static Scope act(String world) {
    return new Scope(Verb.ACT, world);
  }

  /// See what this agent does, or all of this world.
  public static Scope read(String worldOrAgent) {
    return new Scope(Verb.READ, worldOrAgent);
  }

  /// Answer where this role is asked for.
  public static Scope approve(String role) {
    return new Scope(Verb.APPROVE, role);
  }

  /// From its text. Throws [InvalidValueException].
  @JsonCreator
  public static Scope parse(String text) {
    int colon = text.indexOf(':');
    String verb = (colon < 0 ? text : text.substring(0, colon)).toUpperCase(Locale.ROOT);
    for (Verb known : Verb.values()) {
      if (known.name().equals(verb)) {
        return new Scope(known, colon < 0 ? "" : text.substring(colon + 1));
      }
    }
    throw new InvalidValueException(
        "scope",
        "publish:WORLD, act:WORLD, read:WORLD, read:WORLD/NAME, control, approve:ROLE, sign or"
            + " admin",
        "'" + text + "'");
  }

  /// Whether who has this may do that.
  public boolean covers(Scope asked) {
    if (verb == Verb.ADMIN) {
      return asked.verb != Verb.SIGN;
    }
    return verb == asked.verb
        && (of.equals(asked.of)
            || of.equals(ALL)
            || (verb == Verb.READ && asked.of.startsWith(of + "/")));
  }

  @Override
  @JsonValue
  public String toString() {
    String name = verb.name().toLowerCase(Locale.ROOT);
    return of.isEmpty() ? name : name + ":" + of;
  }
}
