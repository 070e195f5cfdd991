package dev.playloop.projector.shell;

import dev.playloop.kit.Telemetry;
import dev.playloop.loop.state.LoopPolicy;
import dev.playloop.projector.proof.ControlProof;
import dev.playloop.projector.steady.Pulse;
import dev.playloop.schemas.event.Halts;
import dev.playloop.schemas.seal.MasterKey;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.worlds.model.Worlds;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What the loop's topology is built from. Of `worlds` the groups are fixed then; which there are,
/// and what they declare, may change. `tick` is how often deadlines are looked at; `heldBytes`
/// bounds what one task keeps in memory of its agents, beside a quarter as much of their views.
/// Without `master` the journal is plain text.
///
/// @param halts those in force; null while that is not known yet
/// @param proof what controls have to show
/// @param attention who is told whose views are needed
@RecordBuilder
public record LoopSetup(
    Topics topics,
    Worlds worlds,
    LoopPolicy policy,
    Duration tick,
    long heldBytes,
    Telemetry telemetry,
    @Nullable MasterKey master,
    Pulse pulse,
    Supplier<@Nullable Halts> halts,
    ControlProof proof,
    Attention attention)
    implements LoopSetupBuilder.With {
  /// With halts of nobody, and with everyone's controls.
  public static LoopSetup of(Topics topics, Worlds worlds) {
    return new LoopSetup(
        topics,
        worlds,
        LoopPolicy.DEFAULT,
        Duration.ofMillis(20),
        32L * 1024 * 1024,
        Telemetry.off(),
        null,
        Pulse.quiet(),
        () -> Halts.NONE,
        ControlProof.ANY,
        Attention.none());
  }
}
