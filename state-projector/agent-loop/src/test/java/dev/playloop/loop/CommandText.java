package dev.playloop.loop;

import dev.playloop.loop.state.Command;
import dev.playloop.schemas.event.Action;

/// A command in a line, as scenarios compare it. Ids are written without the agent.
final class CommandText {
  private CommandText() {}

  static String show(Command command) {
    String agent = Configs.ADA + ":";
    return switch (command) {
      case Command.OpenTurn open -> "turn " + open.turn().value().replace(agent, "");
      case Command.ReleaseAction release -> {
        Action action = release.action();
        String verb =
            switch (action.mode()) {
              case EXECUTE -> "release ";
              case SIMULATE -> "simulate ";
              case RECONCILE -> "reconcile ";
            };
        yield verb + action.tool() + " " + action.action().value().replace(agent, "");
      }
      case Command.AwaitView await -> "await " + await.version();
      case Command.CloseRun close ->
          "closed " + close.run().run().trigger() + " " + close.run().outcome();
      case Command.DropTrigger drop -> "dropped " + drop.trigger() + " " + drop.reason();
    };
  }
}
