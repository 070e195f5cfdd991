package dev.playloop.launcher.cli.approvals;

import dev.playloop.http.AccessToken;
import dev.playloop.launcher.UserProblem;
import dev.playloop.launcher.cli.options.ClusterOptions;
import dev.playloop.launcher.watch.InboxText;
import dev.playloop.operator.approval.ApprovalRegister;
import dev.playloop.operator.approval.Sought;
import dev.playloop.operator.approval.Waits;
import dev.playloop.operator.gateway.GatewayClient.Words;
import dev.playloop.schemas.Nearest;
import dev.playloop.schemas.Printable;
import dev.playloop.schemas.approval.AnswerKind;
import dev.playloop.schemas.approval.ApprovalRule;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.ApprovalControl.Confirm;
import dev.playloop.schemas.event.ApprovalControl.Grant;
import dev.playloop.schemas.event.ApprovalControl.Revoke;
import dev.playloop.schemas.event.Author;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Json;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// What waits for a person's word, and the words.
@Command(
    name = "approvals",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel =
        "(list | show | approve | deny | edit | withdraw | confirm | grant | revoke)",
    description = {
      "Shows what waits for a person's word, and says it.",
      "An ID is what 'list' shows, or its beginning where no other begins so.",
      "What is said goes through the gateway, which knows who says it; then what the journal tells of"
          + " it is printed. Exit code 1 where it was ignored."
    })
public final class ApprovalsCommand {
  private static final Author GATEWAY_KNOWS = Author.of("-");
  private static final int GRANT_ID = 12;

  @Spec private @Nullable CommandSpec spec;

  /// Made by picocli.
  public ApprovalsCommand() {}

  /// What became of a write in doubt.
  enum Outcome {
    HAPPENED,
    NOT
  }

  @Command(
      mixinStandardHelpOptions = true,
      description = "Lists what waits, what expires next first; then writes in doubt, then grants.")
  int list(
      @Mixin ClusterOptions cluster,
      @Option(names = "--agent", paramLabel = "AGENT", description = "of this agent alone")
          @Nullable String agent,
      @Option(names = "--role", paramLabel = "ROLE", description = "what this role may answer")
          @Nullable String role,
      @Option(names = "--json", description = "one JSON object a line") boolean json) {
    Sought sought = new Sought(agent == null ? null : new AgentId(agent), role, null);
    List<Waits> all = new ApprovalRegister(cluster.kafka()).list(sought);
    if (json) {
      all.forEach(one -> out().println(Json.text(one)));
      return 0;
    }
    all.forEach(new InboxText(out(), Instant.now())::brief);
    out()
        .println(
            all.isEmpty()
                ? "nothing waits"
                : all.size()
                    + (all.size() == 1 ? " entry" : " entries")
                    + "; './playloop approvals show ID' tells all of one");
    return 0;
  }

  @Command(
      mixinStandardHelpOptions = true,
      description =
          "Shows all that is known of one: what would be done, why it is asked, and who is"
              + " missing.")
  int show(
      @Mixin ClusterOptions cluster,
      @Parameters(paramLabel = "ID") String id,
      @Option(names = "--json", description = "one JSON object") boolean json) {
    Waits one = Answering.found(cluster.kafka(), id);
    if (json) {
      out().println(Json.text(one));
    } else {
      new InboxText(out(), Instant.now()).whole(one);
    }
    return 0;
  }

  @Command(mixinStandardHelpOptions = true, description = "Releases the write as it is.")
  int approve(
      @Mixin Answering answering,
      @Parameters(paramLabel = "ID") String id,
      @Option(names = "--reason", paramLabel = "TEXT", description = "why, for the journal")
          @Nullable String reason)
      throws InterruptedException {
    return answer(answering, id, AnswerKind.APPROVE, new Words(null, reason));
  }

  @Command(mixinStandardHelpOptions = true, description = "Refuses the write.")
  int deny(
      @Mixin Answering answering,
      @Parameters(paramLabel = "ID") String id,
      @Option(
              names = "--reason",
              required = true,
              paramLabel = "TEXT",
              description = "why: the model is told, and plans anew")
          String reason)
      throws InterruptedException {
    return answer(answering, id, AnswerKind.DENY, new Words(null, reason));
  }

  @Command(
      mixinStandardHelpOptions = true,
      description = "Releases the write with other arguments; its rule is asked about those, too.")
  int edit(
      @Mixin Answering answering,
      @Parameters(paramLabel = "ID") String id,
      @Mixin EditedArgs edited,
      @Option(names = "--reason", paramLabel = "TEXT", description = "why: the model is told")
          @Nullable String reason)
      throws InterruptedException {
    Waits.Asked asked = answering.asked(id);
    Words words = new Words(edited.of(asked.ask().args()), reason);
    return answering.say(out(), approvals -> approvals.answer(asked, AnswerKind.EDIT, words));
  }

  @Command(
      mixinStandardHelpOptions = true,
      description = "Takes one's own word back, as long as it has led to nothing.")
  int withdraw(
      @Mixin Answering answering,
      @Parameters(paramLabel = "ID") String id,
      @Option(names = "--reason", paramLabel = "TEXT", description = "why, for the journal")
          @Nullable String reason)
      throws InterruptedException {
    return answer(answering, id, AnswerKind.WITHDRAW, new Words(null, reason));
  }

  @Command(
      mixinStandardHelpOptions = true,
      description =
          "Says whether a write has happened of which nobody knows that. Releases nothing.")
  int confirm(
      @Mixin Answering answering,
      @Parameters(paramLabel = "ACTION", description = "as 'list' shows it") String id,
      @Parameters(paramLabel = "happened|not") Outcome outcome,
      @Option(names = "--reason", paramLabel = "TEXT", description = "how one knows")
          @Nullable String reason)
      throws InterruptedException {
    Waits.InDoubt doubt = answering.doubted(id);
    boolean happened = outcome == Outcome.HAPPENED;
    Confirm confirm =
        Confirm.of(doubt.agent(), doubt.write().action(), happened, GATEWAY_KNOWS, Instant.EPOCH)
            .reason(reason);
    return answering.say(out(), approvals -> approvals.confirm(confirm));
  }

  @Command(
      mixinStandardHelpOptions = true,
      description = "Approves in advance what a rule would ask; each use is journaled.")
  int grant(
      @Mixin Answering answering,
      @Parameters(paramLabel = "AGENT") String agent,
      @Mixin GrantTerms terms,
      @Option(names = "--reason", paramLabel = "TEXT", description = "why, for the journal")
          @Nullable String reason)
      throws InterruptedException {
    AgentId id = new AgentId(agent);
    Grant grant =
        Grant.of(
                id,
                "g" + AccessToken.fresh().substring(0, GRANT_ID),
                rule(answering.cluster(), id, terms.rule()),
                GATEWAY_KNOWS,
                Instant.EPOCH)
            .good(terms.pattern(), terms.uses(), terms.until(Instant.now()))
            .reason(reason);
    return answering.say(out(), approvals -> approvals.grant(grant));
  }

  @Command(mixinStandardHelpOptions = true, description = "Ends a grant.")
  int revoke(
      @Mixin Answering answering,
      @Parameters(paramLabel = "AGENT") String agent,
      @Parameters(paramLabel = "GRANT", description = "as 'list' shows it") String grant,
      @Option(names = "--reason", paramLabel = "TEXT", description = "why, for the journal")
          @Nullable String reason)
      throws InterruptedException {
    Revoke revoke = new Revoke(new AgentId(agent), grant, GATEWAY_KNOWS, reason, Instant.EPOCH);
    return answering.say(out(), approvals -> approvals.revoke(revoke));
  }

  private int answer(Answering answering, String id, AnswerKind kind, Words words)
      throws InterruptedException {
    Waits.Asked asked = answering.asked(id);
    return answering.say(out(), approvals -> approvals.answer(asked, kind, words));
  }

  /// The agent's rule of that name: a grant for none would never be used.
  private static String rule(ClusterOptions cluster, AgentId agent, String name) {
    AgentConfig config = cluster.operator().agents().get(agent);
    if (config == null) {
      throw UserProblem.usage(
          "there is no agent '" + agent + "'", "'./playloop agents list' shows who is there.");
    }
    List<String> names = config.approvals().stream().map(ApprovalRule::name).toList();
    if (!names.contains(name)) {
      String nearest = Nearest.of(name, names);
      throw UserProblem.usage(
          "no rule of " + agent + " is called '" + Printable.line(name) + "'",
          names.isEmpty()
              ? "it has none: 'approvals' in agents.yaml are its rules."
              : (nearest == null ? "" : "did you mean '" + Printable.line(nearest) + "'? ")
                  + "its rules are "
                  + Printable.line(String.join(", ", names))
                  + ".");
    }
    return name;
  }

  private PrintWriter out() {
    return Objects.requireNonNull(spec).commandLine().getOut();
  }
}
