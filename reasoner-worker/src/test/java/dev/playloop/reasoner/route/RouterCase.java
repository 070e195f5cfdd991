package dev.playloop.reasoner.route;

import dev.playloop.kit.Telemetry;
import dev.playloop.reasoner.image.Images;
import dev.playloop.reasoner.wire.Llm;
import java.time.Instant;

/// A router over a model that fails as a test says, by a clock turned by hand.
abstract class RouterCase {
  static final Instant START = HandTime.START;

  final HandTime time = new HandTime();
  final ScriptedLlm llm = new ScriptedLlm();
  final Router router = router(llm);

  Router router(Llm model) {
    return new Router(model, time, new ChatTelemetry(Telemetry.off(), time.clock()), Images.NONE);
  }
}
