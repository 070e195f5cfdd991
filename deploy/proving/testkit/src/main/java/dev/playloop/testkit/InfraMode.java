package dev.playloop.testkit;

import java.util.Locale;

/// The choice of `-Dinfra=…`.
enum InfraMode {
  EMBEDDED,
  CONTAINERS,
  /// Containers where an engine answers, else embedded.
  AUTO;

  static final String PROPERTY = "infra";

  static InfraMode read(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "", "embedded" -> EMBEDDED;
      case "containers" -> CONTAINERS;
      case "auto" -> AUTO;
      default ->
          throw new IllegalArgumentException(
              "-Dinfra=" + text + ": expected embedded, containers or auto");
    };
  }

  /// What this mode means on a machine where an engine answers or doesn't. Throws
  /// [IllegalStateException] where containers are wanted and there is none: nothing is skipped.
  Choice choose(boolean engine) {
    return switch (this) {
      case EMBEDDED -> new Choice(false, "asked for, or nothing said");
      case CONTAINERS -> {
        if (!engine) {
          throw new IllegalStateException(
              "-Dinfra=containers, but no container engine answers. Start one (deploy/proving/testkit/"
                  + "containers/engine starts a private one) and set DOCKER_HOST, or run with"
                  + " -Dinfra=embedded.");
        }
        yield new Choice(true, "asked for");
      }
      case AUTO ->
          engine
              ? new Choice(true, "auto: an engine answers")
              : new Choice(false, "auto: no engine answers");
    };
  }

  record Choice(boolean containers, String why) {}
}
