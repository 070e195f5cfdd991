package dev.playloop.audit;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Compares an export with what its own last line says of it. That line is part of the file: it
/// finds what was damaged or cut, not what was forged with care.
public final class ExportCheck {
  private ExportCheck() {}

  /// What differs, in words; empty where nothing does. `report` is of an audit of all agents of
  /// `file`, or null where only some were looked at.
  public static List<String> differences(ExportFile file, @Nullable AuditReport report) {
    ExportFile.Ending ending = file.ending();
    List<String> differences = new ArrayList<>();
    if (ending == null) {
      return differences;
    }
    ExportFormat.End said = ending.said();
    if (!ending.isAsWritten()) {
      differences.add(differs("sha256", said.sha256(), ending.sha256()));
    }
    if (report == null) {
      return differences;
    }
    if (said.entries() != report.entries()) {
      differences.add(differs("entries", said.entries(), report.entries()));
    }
    if (said.agents() != report.heads().byAgent().size()) {
      differences.add(differs("agents", said.agents(), report.heads().byAgent().size()));
    }
    if (!said.heads().equals(report.heads().root())) {
      differences.add(differs("heads", said.heads(), report.heads().root()));
    }
    return differences;
  }

  private static String differs(String field, Object said, Object got) {
    return "the export's last line says " + field + " " + said + ", the file has " + got;
  }
}
