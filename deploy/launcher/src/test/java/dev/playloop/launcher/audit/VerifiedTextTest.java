package dev.playloop.launcher.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.audit.AuditReport;
import dev.playloop.audit.AuditReportBuilder;
import dev.playloop.audit.Heads;
import dev.playloop.audit.evidence.Verifying.Verified;
import dev.playloop.audit.evidence.VerifyingVerifiedBuilder;
import dev.playloop.audit.principal.ControlCheck;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What whoever verifies a journal reads of the controls in it.
final class VerifiedTextTest {
  private static final AuditReport REPORT =
      AuditReportBuilder.builder()
          .entries(3)
          .notFolded(Map.of())
          .passes(1)
          .heads(Heads.of(Map.of()))
          .found(List.of())
          .build();
  private static final ControlCheck.Signed GATEWAY = new ControlCheck.Signed("gateway", "ab12", 2);

  private final StringWriter said = new StringWriter();

  @Test
  void whereNobodyIsNamedWhoSignsItIsSaidThatControlsWereNotChecked() {
    assertThat(tell(null)).isTrue();
    assertThat(said.toString()).contains("controls    not checked", "--principals");
  }

  @Test
  void whoSignedIsNamedWithTheKeySoThatAReaderCanCompareIt() {
    assertThat(tell(new ControlCheck.Report(List.of(GATEWAY), 1, List.of(), 0))).isTrue();
    assertThat(said.toString())
        .contains(
            "controls    2 signed", "gateway, key ab12: 2", "unread    1: ", "nothing differs");
  }

  @Test
  void aControlThatNobodyVouchesForIsADifferenceWithItsPlace() {
    ControlCheck.Entry entry = new ControlCheck.Entry("society/cal", 1, 7, 4);
    ControlCheck.Found forged = new ControlCheck.Found(entry, "forged", "key ab12 signed others");

    assertThat(tell(new ControlCheck.Report(List.of(GATEWAY), 0, List.of(forged), 3))).isFalse();
    assertThat(said.toString())
        .contains(
            "DIFFERENCE society/cal, number 4 (partition 1, offset 7), control forged: key ab12",
            "and 2 more controls",
            "3 differences");
  }

  private boolean tell(ControlCheck.@Nullable Report controls) {
    Verified verified =
        VerifyingVerifiedBuilder.builder()
            .report(REPORT)
            .took(Duration.ZERO)
            .beside(List.of())
            .controls(controls)
            .build();
    return new VerifiedText(new PrintWriter(said)).tell(verified);
  }
}
