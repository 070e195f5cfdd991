package dev.playloop.benchmarks;

import dev.playloop.journal.Desk;
import dev.playloop.journal.Live;
import dev.playloop.loop.state.AgentState;
import dev.playloop.loop.state.Input;
import dev.playloop.loop.state.LoopPolicy;
import dev.playloop.schemas.approval.ApprovalRule;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.model.Worlds;
import java.time.Instant;
import java.util.List;

/// What an open question takes in an agent's state: that of one who waits for people, beside that
/// of one whose same write is on its way, and that of one who has nothing to do. The config, which
/// every state holds, is left out of all three. Bytes of JSON.
record ApprovalState(int idle, int acting, int waiting) {
  private static final AgentId ADA = AgentId.of(BenchWorld.NAME, "ada");
  private static final Instant AT = Instant.parse("2026-01-01T00:00:00Z");

  static ApprovalState measure() {
    Desk desk = Desk.of(LoopPolicy.DEFAULT, Worlds.of(BenchRun.WORLD));
    AgentState idle = begun(desk, List.of(), false);
    AgentState acting = begun(desk, List.of(), true);
    AgentState waiting = begun(desk, List.of(ApprovalRule.ofTool("craft")), true);
    if (waiting.parked() == null) {
      throw new IllegalStateException("nobody was asked");
    }
    return new ApprovalState(bytes(idle), bytes(acting), bytes(waiting));
  }

  private static AgentState begun(Desk desk, List<ApprovalRule> rules, boolean runs) {
    AgentConfig config =
        BenchSystem.config(ADA, BenchSystem.route("http://127.0.0.1:9/v1", 1)).approvals(rules);
    Live[] live = {
      desk.take(Live.empty(ADA), new Input.ConfigChanged("config", AT, config), null).next()
    };
    if (runs) {
      var _ =
          BenchRun.begun(
              ADA,
              AT,
              input -> {
                var taken = desk.take(live[0], input, null);
                live[0] = taken.next();
                return taken.step();
              });
    }
    return live[0].state();
  }

  private static int bytes(AgentState state) {
    AgentConfig config = state.config();
    return Json.bytes(state).length - (config == null ? 0 : Json.bytes(config).length);
  }
}
