package dev.playloop.proving;

import dev.playloop.chaos.LoadedRunPlanBuilder;
import dev.playloop.chaos.Moves;
import dev.playloop.launcher.UserProblem;
import java.time.Duration;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/// What an operator does to a system under load, instead of faults.
final class LoadedOptions {
  @Option(
      names = "--scale",
      defaultValue = "0",
      paramLabel = "ROUNDS",
      description =
          "instead of faults: under load, from one process of each role to two, to four and back, a"
              + " step every --every seconds")
  private int scale;

  @Option(
      names = "--roll",
      defaultValue = "0",
      paramLabel = "ROUNDS",
      description =
          "instead of faults: under load, two processes of each role are restarted in order, one"
              + " every --every seconds; with --brokers 3 the brokers, too")
  private int roll;

  @Option(
      names = "--kill",
      defaultValue = "0",
      paramLabel = "ROUNDS",
      description = "as --roll, but each process is killed, and started again at once")
  private int kill;

  @Option(
      names = "--every",
      defaultValue = "60",
      paramLabel = "SECONDS",
      description = "between the steps of --scale, --roll and --kill (${DEFAULT-VALUE})")
  private int every;

  @Option(
      names = "--room",
      defaultValue = "40",
      paramLabel = "TRIGGERS",
      description =
          "that wait for their end at a time, under --scale, --roll and --kill"
              + " (${DEFAULT-VALUE})")
  private int room;

  @Option(
      names = "--agents",
      defaultValue = "0",
      paramLabel = "NUMBER",
      description =
          "more than the ten that --scale, --roll and --kill have; they ask for more turns a"
              + " second")
  private int agents;

  /// Whether that is what the command is to do.
  boolean asked() {
    return scale > 0 || roll > 0 || kill > 0;
  }

  /// All but seed and brokers. Throws [UserProblem] where they contradict each other.
  LoadedRunPlanBuilder plan() {
    if (every < 1
        || room < 1
        || agents < 0
        || Stream.of(scale, roll, kill).filter(rounds -> rounds > 0).count() > 1) {
      throw UserProblem.usage(
          "--scale, --roll and --kill go one at a time, need --every and --room of 1 or more, and"
              + " --agents of 0 or more",
          "try './playloop chaos --scale 1 --every 60'.");
    }
    return LoadedRunPlanBuilder.builder()
        .moves(scale > 0 ? Moves.SCALE : roll > 0 ? Moves.ROLL : Moves.KILL)
        .rounds(Math.max(scale, Math.max(roll, kill)))
        .every(Duration.ofSeconds(every))
        .room(room)
        .agents(agents);
  }
}
