package dev.playloop.schemas;

import static dev.playloop.schemas.Samples.ACTION;
import static dev.playloop.schemas.Samples.ADA;
import static dev.playloop.schemas.Samples.ARGS;
import static dev.playloop.schemas.Samples.AT;
import static dev.playloop.schemas.Samples.HASH;
import static dev.playloop.schemas.Samples.KIM;
import static dev.playloop.schemas.Samples.RUN;

import dev.playloop.schemas.Samples.Sample;
import dev.playloop.schemas.event.ApprovalControl;
import dev.playloop.schemas.event.Control;
import dev.playloop.schemas.json.Json;
import java.util.List;
import java.util.Map;

/// What people say to agents.
final class ControlSamples {
  private ControlSamples() {}

  static void controls(Map<String, Sample> all) {
    List<Control> controls =
        List.of(
            Control.Approve.of(ADA, ACTION, KIM, AT).argsHash(HASH),
            Control.Deny.of(ADA, ACTION, KIM, AT).reason("too dear"),
            edit(),
            ApprovalControl.Withdraw.of(Control.Approve.of(ADA, ACTION, KIM, AT).argsHash(HASH)),
            ApprovalControl.Confirm.of(ADA, ACTION, true, KIM, AT),
            grant(),
            new ApprovalControl.Revoke(ADA, "g-1", KIM, null, AT),
            new Control.CancelRun(ADA, RUN, "kim", AT),
            new Control.Pause(ADA, "kim", AT),
            new Control.Resume(ADA, "kim", AT),
            new Control.ForgetSubject(ADA, "bob", "kim", AT),
            new Control.Snapshot(ADA, "kim", AT));
    for (Control control : controls) {
      all.put(
          "control." + Json.LOG.valueToTree(control).get("type").asString(),
          new Sample(Control.class, control));
    }
  }

  static ApprovalControl.Edit edit() {
    return ApprovalControl.Edit.of(Control.Approve.of(ADA, ACTION, KIM, AT).argsHash(HASH), ARGS);
  }

  static ApprovalControl.Grant grant() {
    return ApprovalControl.Grant.of(ADA, "g-1", "pay", KIM, AT)
        .good(ARGS, 3, AT)
        .reason("fair week");
  }
}
