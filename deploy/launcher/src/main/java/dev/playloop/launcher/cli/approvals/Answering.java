package dev.playloop.launcher.cli.approvals;

import dev.playloop.audit.log.TopicKeys;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.access.MasterKeySetting;
import dev.playloop.launcher.UserProblem;
import dev.playloop.launcher.cli.options.ClusterOptions;
import dev.playloop.launcher.cli.options.GatewayOptions;
import dev.playloop.launcher.cli.options.GatewayWords;
import dev.playloop.launcher.watch.BecameText;
import dev.playloop.operator.approval.ApprovalRegister;
import dev.playloop.operator.approval.Approvals;
import dev.playloop.operator.approval.Became;
import dev.playloop.operator.approval.Found;
import dev.playloop.operator.approval.Waits;
import dev.playloop.operator.gateway.GatewayClient;
import dev.playloop.operator.principal.PrincipalRegister;
import dev.playloop.schemas.Printable;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.principal.Principal;
import dev.playloop.settings.Settings;
import java.io.PrintWriter;
import java.time.Clock;
import java.util.stream.Collectors;
import org.apache.kafka.common.errors.AuthorizationException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// What every command that says a person's word shares: it says it, waits for what the journal
/// tells, and prints that. Used by one thread.
final class Answering {
  @Mixin private ClusterOptions cluster = new ClusterOptions();
  @Mixin private GatewayOptions gateway = new GatewayOptions();

  @Option(names = "--json", description = "one JSON object, for programs")
  private boolean json;

  /// Says one thing.
  @FunctionalInterface
  interface Word {
    Became say(Approvals approvals) throws InterruptedException;
  }

  ClusterOptions cluster() {
    return cluster;
  }

  /// The question that `id` names. Throws [UserProblem] where it names none, or a write in doubt.
  Waits.Asked asked(String id) {
    return switch (found(cluster.kafka(), id)) {
      case Waits.Asked asked -> asked;
      case Waits.InDoubt doubt ->
          throw UserProblem.usage(
              "nobody knows whether '"
                  + Printable.line(doubt.id())
                  + "' happened: it is no question",
              "'./playloop approvals confirm ACTION happened|not' says it.");
      case Waits.Granted grant ->
          throw UserProblem.usage(
              "'" + Printable.line(grant.id()) + "' is a grant, and no question",
              "'./playloop approvals list' shows what waits.");
    };
  }

  /// The write in doubt that `id` names.
  Waits.InDoubt doubted(String id) {
    if (found(cluster.kafka(), id) instanceof Waits.InDoubt doubt) {
      return doubt;
    }
    throw UserProblem.usage(
        "what became of '" + Printable.line(id) + "' is not in doubt",
        "'./playloop approvals list' shows what is; a question is answered, with 'approve' or 'deny'.");
  }

  static Waits found(KafkaSettings kafka, String id) {
    return switch (new ApprovalRegister(kafka).find(id)) {
      case Found.One(Waits what) -> what;
      case Found.Nothing(_, String nearest) ->
          throw UserProblem.usage(
              "nothing that waits is called '" + Printable.line(id) + "'",
              nearest == null
                  ? "'./playloop approvals list' shows what does; it may have ended."
                  : "did you mean '"
                      + Printable.line(nearest)
                      + "'? './playloop approvals list' shows what waits.");
      case Found.Several several ->
          throw UserProblem.usage(
              "'" + Printable.line(id) + "' is the beginning of more than one",
              "write more of it: "
                  + several.all().stream()
                      .limit(5)
                      .map(one -> Printable.line(one.id()))
                      .collect(Collectors.joining(", "))
                  + ".");
    };
  }

  /// Says it and prints what became of it; the exit code.
  int say(PrintWriter out, Word word) throws InterruptedException {
    Settings settings = cluster.settings();
    KafkaSettings kafka = cluster.kafka();
    Became became;
    try (GatewayClient client = gateway.open(settings);
        TopicKeys keys = new TopicKeys(kafka, MasterKeySetting.read(settings, System.getenv()))) {
      became = word.say(new Approvals(kafka, client, keys, subject(kafka, client)));
    }
    if (became instanceof Became.Refused refused) {
      UserProblem problem = GatewayWords.of(refused.answer());
      if (!json) {
        throw problem;
      }
      out.println(Json.text(became));
      return problem.exitCode();
    }
    out.println(json ? Json.text(became) : BecameText.of(became));
    out.flush();
    return BecameText.counts(became) ? 0 : UserProblem.FAILED;
  }

  /// Who the gateway takes us for; null where we may not read that.
  private static @Nullable String subject(KafkaSettings kafka, GatewayClient client) {
    String token = client.address().token();
    try {
      return token == null
          ? null
          : new PrincipalRegister(kafka, Clock.systemUTC())
              .holder(token)
              .map(Principal::name)
              .orElse(null);
    } catch (AuthorizationException e) {
      return null;
    }
  }
}
