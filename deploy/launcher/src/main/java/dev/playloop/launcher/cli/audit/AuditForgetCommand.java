package dev.playloop.launcher.cli.audit;

import dev.playloop.audit.erase.Erasing;
import dev.playloop.ingest.CountedDecisions;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.launcher.InstalledWorlds;
import dev.playloop.launcher.UserProblem;
import dev.playloop.launcher.audit.ErasedText;
import dev.playloop.launcher.cli.options.ClusterOptions;
import dev.playloop.launcher.cli.options.GatewayOptions;
import dev.playloop.operator.gateway.GatewayClient;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Erases one player.
@Command(
    name = "forget",
    mixinStandardHelpOptions = true,
    description = {
      "Erases what was said with one player: drops the keys of their journal payloads.",
      "The agents forget them too, and consumed records are deleted from the other topics.",
      "The chain still verifies. The system must run, with PLAYLOOP_SUBJECT_MASTER_KEY.",
      "Who asks for it is whom the gateway knows; that goes to the journal.",
      "Given again, it takes up what an earlier call has left."
    })
final class AuditForgetCommand implements Callable<Integer> {
  @Mixin private @Nullable ClusterOptions cluster;
  @Mixin private @Nullable GatewayOptions gateway;

  @Parameters(
      paramLabel = "SUBJECT",
      description = "the player's id, as the triggers' 'subject' names it")
  private String subject = "";

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    var out = Objects.requireNonNull(spec).commandLine().getOut();
    ClusterOptions named = Objects.requireNonNull(cluster);
    KafkaSettings kafka = named.kafka();
    try (GatewayClient client = Objects.requireNonNull(gateway).open(named.settings())) {
      boolean all =
          new Erasing(
                  new Erasing.Place(
                      kafka,
                      InstalledWorlds.groups(named.operator().worlds()),
                      CountedDecisions::offsets),
                  client,
                  new ErasedText(out))
              .forget(subject, System.getProperty("user.name"));
      out.flush();
      return all ? 0 : UserProblem.FAILED;
    }
  }
}
