package dev.playloop.launcher.cli.approvals;

import dev.playloop.audit.checkpoint.CheckpointFiles;
import dev.playloop.launcher.UserProblem;
import dev.playloop.launcher.cli.options.ClusterOptions;
import dev.playloop.operator.principal.NewPrincipal;
import dev.playloop.operator.principal.PrincipalAnswer;
import dev.playloop.operator.principal.PrincipalRegister;
import dev.playloop.schemas.Printable;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.principal.Principal;
import dev.playloop.schemas.principal.Scope;
import dev.playloop.schemas.seal.TrustedKey;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.node.ObjectNode;

/// Who may do what.
@Command(
    name = "principals",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "(add | list | rotate | revoke)",
    description = {
      "Says who may do what: games, people and services, each known by a token or a key.",
      "It takes the right to write the topic of principals, which is how the first comes to be.",
      "A token is printed once, and kept nowhere."
    })
public final class PrincipalsCommand {
  @Spec private @Nullable CommandSpec spec;

  /// Made by picocli.
  public PrincipalsCommand() {}

  @Command(
      mixinStandardHelpOptions = true,
      description = "Adds somebody, and prints the token. A name that is there gets one more key.")
  int add(
      @Mixin ClusterOptions cluster,
      @Parameters(paramLabel = "NAME", description = "two keys of one name are one person's")
          String name,
      @Option(
              names = "--kind",
              defaultValue = "person",
              paramLabel = "KIND",
              description = "${COMPLETION-CANDIDATES}; only people answer (default: person)")
          Principal.Kind kind,
      @Option(
              names = "--scope",
              required = true,
              paramLabel = "SCOPE",
              description =
                  "publish:WORLD, read:WORLD, read:WORLD/NAME, control, approve:ROLE, sign"
                      + " or admin, '*' for all; may be given again")
          List<String> scopes,
      @Option(names = "--world", paramLabel = "WORLD", description = "has to do with no other")
          @Nullable String world,
      @Option(
              names = "--public-key",
              paramLabel = "FILE",
              description = "of who signs, as 'audit keygen' wrote it; gets no token")
          @Nullable Path key,
      @Option(names = "--json", description = "one JSON object") boolean json)
      throws InterruptedException {
    NewPrincipal added =
        new NewPrincipal(
            name, kind, world, scopes.stream().map(Scope::parse).toList(), signer(key));
    return told(register(cluster).add(added), json);
  }

  @Command(mixinStandardHelpOptions = true, description = "Lists who may do what.")
  int list(
      @Mixin ClusterOptions cluster,
      @Option(names = "--all", description = "also those that are revoked") boolean all,
      @Option(names = "--json", description = "one JSON object a line") boolean json) {
    Instant now = Instant.now();
    List<Principal> found =
        register(cluster).list().stream().filter(one -> all || !one.isRevoked(now)).toList();
    if (json) {
      found.forEach(one -> out().println(Json.text(one)));
      return 0;
    }
    found.forEach(one -> out().println(line(one, now)));
    out()
        .println(
            found.isEmpty()
                ? "no principals; './playloop principals add NAME --scope SCOPE' adds one"
                : found.size() + (found.size() == 1 ? " key" : " keys"));
    return 0;
  }

  @Command(
      mixinStandardHelpOptions = true,
      description = "Gives another token; the one before ends, at once or after --grace.")
  int rotate(
      @Mixin ClusterOptions cluster,
      @Parameters(paramLabel = "NAME|ID") String name,
      @Option(
              names = "--grace",
              defaultValue = "PT0S",
              paramLabel = "DURATION",
              description = "how long the one before stays good, such as PT1H (default: PT0S)")
          String grace,
      @Option(names = "--json", description = "one JSON object") boolean json)
      throws InterruptedException {
    Duration kept;
    try {
      kept = Duration.parse(grace);
    } catch (DateTimeParseException e) {
      throw UserProblem.usage(
          "--grace: expected a duration, got '" + Printable.brief(grace, 60) + "'",
          "write it like PT1H or PT30M.");
    }
    return told(register(cluster).rotate(name, kept), json);
  }

  @Command(
      mixinStandardHelpOptions = true,
      description = "From now on it may do nothing; what it signed before stays proved.")
  int revoke(
      @Mixin ClusterOptions cluster,
      @Parameters(paramLabel = "NAME|ID", description = "by a name, all its keys") String name,
      @Option(names = "--json", description = "one JSON object a line") boolean json)
      throws InterruptedException {
    return told(register(cluster).revoke(name), json);
  }

  private int told(PrincipalAnswer answer, boolean json) {
    switch (answer) {
      case PrincipalAnswer.Token(Principal one, String token) -> {
        if (json) {
          ObjectNode line = Json.NODES.objectNode();
          line.set("principal", Json.tree(Json.text(one)));
          out().println(Json.text(line.put("token", token)));
        } else {
          out().println(line(one, Instant.now()));
          out().println("token: " + token);
          out().println("Keep it: it is printed this once. Commands take it as PLAYLOOP_TOKEN.");
        }
      }
      case PrincipalAnswer.Written(List<Principal> all) -> {
        Instant now = Instant.now();
        all.forEach(one -> out().println(json ? Json.text(one) : line(one, now)));
      }
      case PrincipalAnswer.Nobody(String name, String nearest) ->
          throw UserProblem.usage(
              "nobody is called '" + Printable.line(name) + "'",
              nearest == null
                  ? "'./playloop principals list' shows who is there."
                  : "did you mean '"
                      + Printable.line(nearest)
                      + "'? './playloop principals list' shows who is there.");
      case PrincipalAnswer.Several(String name, List<Principal> keys) ->
          throw UserProblem.usage(
              "'" + Printable.line(name) + "' has " + keys.size() + " keys",
              "name one by its id: "
                  + keys.stream().map(Principal::id).collect(Collectors.joining(", "))
                  + ".");
      case PrincipalAnswer.Taken(Principal one) ->
          throw UserProblem.usage(
              "there is one already: " + line(one, Instant.now()),
              "choose another name or key; 'principals rotate' gives another token.");
      case PrincipalAnswer.NoToken(Principal one) ->
          throw UserProblem.usage(
              "'" + Printable.line(one.name()) + "' signs with a key and has no token",
              "add the new key with 'principals add', then revoke this one.");
    }
    out().flush();
    return 0;
  }

  private static String line(Principal one, Instant now) {
    String scopes = one.scopes().stream().map(Scope::toString).collect(Collectors.joining(" "));
    return String.format(
        Locale.ROOT,
        "%-16s  %-20s %-8s %s%s",
        one.publicKey() == null ? one.id() : one.id().substring(0, Math.min(16, one.id().length())),
        Printable.line(one.name()),
        one.kind().name().toLowerCase(Locale.ROOT),
        Printable.line(scopes) + (one.world() == null ? "" : " in " + Printable.line(one.world())),
        one.isRevoked(now) ? "  revoked " + one.revokedAt() : "");
  }

  private static NewPrincipal.@Nullable SignerKey signer(@Nullable Path file) {
    if (file == null) {
      return null;
    }
    TrustedKey key = CheckpointFiles.keys(List.of(file)).getFirst();
    return new NewPrincipal.SignerKey(key.id(), key.base64());
  }

  private static PrincipalRegister register(ClusterOptions cluster) {
    return new PrincipalRegister(cluster.kafka(), Clock.systemUTC());
  }

  private PrintWriter out() {
    return Objects.requireNonNull(spec).commandLine().getOut();
  }
}
