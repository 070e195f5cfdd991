package dev.playloop.launcher.cli;

import dev.playloop.audit.AuditException;
import dev.playloop.audit.InvalidExportException;
import dev.playloop.http.CannotListen;
import dev.playloop.http.InvalidTlsFiles;
import dev.playloop.kit.topic.TopicAdmin;
import dev.playloop.launcher.Logs;
import dev.playloop.launcher.OwnFiles;
import dev.playloop.launcher.UserProblem;
import dev.playloop.launcher.audit.AuditWords;
import dev.playloop.launcher.audit.ThisBuild;
import dev.playloop.launcher.cli.approvals.ApprovalsCommand;
import dev.playloop.launcher.cli.approvals.PrincipalsCommand;
import dev.playloop.launcher.cli.audit.AuditCommand;
import dev.playloop.launcher.cli.audit.ReplayCommand;
import dev.playloop.launcher.cli.options.GatewayWords;
import dev.playloop.launcher.watch.Terminal;
import dev.playloop.operator.CannotCreateTopics;
import dev.playloop.operator.NotPublished;
import dev.playloop.operator.gateway.NotTaken;
import dev.playloop.projector.steady.StateFolder;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.settings.InvalidSettingException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// The `playloop` command. It only names its subcommands and says what an error exits with.
@Command(
    name = "playloop",
    mixinStandardHelpOptions = true,
    version = "playloop " + ThisBuild.VERSION,
    description = "LLM-driven game agents as event-driven workers on Apache Kafka.",
    synopsisSubcommandLabel = "COMMAND",
    commandListHeading = "%nCommands:%n",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done, and all that was expected holds",
      "1:expectations differ, or the work failed",
      "2:wrong usage, or a file that is not valid",
      "3:something is missing: a program, the broker, the database, a key",
      "130:stopped by Ctrl-C"
    },
    subcommands = {
      RunCommand.class,
      UpCommand.class,
      AgentsCommand.class,
      WorldsCommand.class,
      ApprovalsCommand.class,
      PrincipalsCommand.class,
      PublishCommand.class,
      StoryCommand.class,
      FollowCommand.class,
      ConsoleCommand.class,
      AuditCommand.class,
      ReplayCommand.class,
      TopicsCommand.class,
      DlqCommand.class,
      HaltCommand.class,
      ResumeCommand.class,
      WorkerCommand.class,
      DoctorCommand.class
    })
public final class Playloop implements Runnable {
  /// What a shell reports of a process that ended on Ctrl-C.
  private static final int STOPPED = 130;

  /// More are a circle.
  private static final int MAX_CAUSES = 32;

  @Spec private @Nullable CommandSpec spec;

  public static void main(String[] args) {
    Terminal.own();
    prepareLogs(args.length == 0 ? "" : args[0]);
    int code = commandLine().execute(args);
    System.exit(code);
  }

  /// Before the first logger: workers write JSON lines, whole systems a file.
  private static void prepareLogs(String command) {
    String home = System.getProperty("playloop.home");
    if (command.equals("worker")) {
      System.setProperty(Logs.JSON, "true");
    } else if (home != null && (command.equals("run") || command.equals("up"))) {
      Path log = Path.of(home, ".playloop", command + ".log");
      try {
        OwnFiles.folder(Path.of(home, ".playloop"));
        OwnFiles.write(log, "");
        System.setProperty(Logs.FILE, log.toString());
      } catch (UserProblem | UncheckedIOException e) {
        System.err.println("playloop: no log is written: " + e.getMessage());
      }
    }
  }

  /// The command, ready to execute; who calls it in this process sets its output writers. Standard
  /// output and standard error are [Terminal]'s by now, which passes no colours but our own.
  public static CommandLine commandLine() {
    CommandLine line = new CommandLine(new Playloop());
    ServerCommand.addTo(line);
    line.getCommandSpec()
        .usageMessage()
        .footer(
            "",
            "In a checkout ./playloop also takes test, bench, chaos, fuzz, mutate, lock and package.",
            "",
            "Begin with: ./playloop run " + ExampleNames.first());
    return prepared(line);
  }

  /// Has `line` write to this process's streams and say of every error what is wrong and what to
  /// do.
  public static CommandLine prepared(CommandLine line) {
    line.setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF));
    line.setOut(new PrintWriter(System.out, true, StandardCharsets.UTF_8));
    line.setErr(new PrintWriter(System.err, true, StandardCharsets.UTF_8));
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setExecutionExceptionHandler((failure, command, _) -> explain(failure, command.getErr()));
    line.setParameterExceptionHandler(Playloop::explainUsage);
    return line;
  }

  @Override
  public void run() {
    if (spec != null) {
      spec.commandLine().usage(spec.commandLine().getOut());
    }
  }

  /// One line that says what is wrong, one that says what to do; a stack trace only for a bug.
  private static int explain(Exception failure, PrintWriter err) {
    if (Interrupted.happened() || failure instanceof InterruptedException) {
      err.println("playloop: stopped");
      err.flush();
      return STOPPED;
    }
    return switch (failure) {
      case UserProblem problem -> {
        say(err, String.valueOf(problem.getMessage()), problem.nextStep());
        yield problem.exitCode();
      }
      case InvalidValueException invalid -> {
        say(err, String.valueOf(invalid.getMessage()), "mend the value and try again.");
        yield UserProblem.USAGE;
      }
      case InvalidSettingException invalid -> {
        say(err, String.valueOf(invalid.getMessage()), "docs/settings.md lists all settings.");
        yield UserProblem.USAGE;
      }
      case CannotListen taken -> {
        say(err, String.valueOf(taken.getMessage()), taken.nextStep());
        yield UserProblem.ENVIRONMENT;
      }
      case InvalidTlsFiles invalid -> {
        say(err, String.valueOf(invalid.getMessage()), "docs/settings.md lists all settings.");
        yield UserProblem.USAGE;
      }
      case AuditException hindered -> explain(AuditWords.of(hindered), err);
      case InvalidExportException invalid -> {
        say(
            err,
            String.valueOf(invalid.getMessage()),
            "write the file anew with './playloop audit export --out FILE', or read it with the"
                + " release that wrote it.");
        yield UserProblem.USAGE;
      }
      case NotTaken refused -> explain(GatewayWords.of(refused.answer()), err);
      case NotPublished refused -> {
        say(
            err,
            String.valueOf(refused.getMessage()),
            "'./playloop topics list' shows whether the topics are there.");
        yield UserProblem.ENVIRONMENT;
      }
      case CannotCreateTopics refused -> {
        say(
            err,
            String.valueOf(refused.getMessage()),
            "who may create topics makes them by './playloop topics create --group NAME'.");
        yield UserProblem.ENVIRONMENT;
      }
      case TopicAdmin.MismatchException mismatch -> {
        say(
            err,
            String.valueOf(mismatch.getMessage()),
            "'./playloop topics create' creates what is missing; PLAYLOOP_PARTITIONS must be what"
                + " the topics were created with.");
        yield UserProblem.ENVIRONMENT;
      }
      case AuthenticationException refused -> {
        say(
            err,
            "Kafka refuses the name or the secret: " + refused.getMessage(),
            "check the file that --config names; what './playloop up' wrote holds until it stops.");
        yield UserProblem.ENVIRONMENT;
      }
      case AuthorizationException refused -> {
        say(
            err,
            "Kafka does not allow that: " + refused.getMessage(),
            "docs/operations.md has the table of rights; --config names who asks.");
        yield UserProblem.ENVIRONMENT;
      }
      case StateFolder.UnusableException unusable -> {
        say(
            err,
            String.valueOf(unusable.getMessage()),
            "the folder may be removed: all in it is on the cluster as well.");
        yield UserProblem.ENVIRONMENT;
      }
      case TimeoutException timeout -> {
        say(
            err,
            "the Kafka cluster does not answer: " + timeout.getMessage(),
            "start one with './playloop up', or name yours with --bootstrap HOST:PORT.");
        yield UserProblem.ENVIRONMENT;
      }
      default -> {
        Exception refusal = ofKafka(failure);
        if (refusal != null) {
          yield explain(refusal, err);
        }
        err.println("playloop: this is a bug; please report it with the lines below.");
        failure.printStackTrace(err);
        err.flush();
        yield UserProblem.FAILED;
      }
    };
  }

  /// What Kafka refused or did not answer, whatever was made of it on the way up.
  private static @Nullable Exception ofKafka(Exception failure) {
    return Stream.iterate(failure.getCause(), Objects::nonNull, Throwable::getCause)
        .limit(MAX_CAUSES)
        .filter(cause ->
            cause instanceof AuthenticationException
                || cause instanceof AuthorizationException
                || cause instanceof TimeoutException)
        .map(Exception.class::cast)
        .findFirst()
        .orElse(null);
  }

  private static int explainUsage(ParameterException wrong, String[] args) {
    CommandLine command = wrong.getCommandLine();
    say(
        command.getErr(),
        String.valueOf(wrong.getMessage()),
        "'./" + command.getCommandSpec().qualifiedName() + " --help' shows what it takes.");
    CommandLine.UnmatchedArgumentException.printSuggestions(wrong, command.getErr());
    command.getErr().flush();
    return UserProblem.USAGE;
  }

  private static void say(PrintWriter err, String what, String next) {
    err.println("playloop: " + what);
    err.println("Next: " + next);
    err.flush();
  }
}
