package dev.playloop.monitoring;

import java.util.List;

/// A dashboard, as far as this house has a word in it: what is asked, and what it is called.
///
/// @param name of its file, and of its address in Grafana
record Board(String name, String title, String about, List<Panel> panels) {
  Board {
    panels = List.copyOf(panels);
  }

  /// @param unit as Grafana calls it
  record Panel(String title, String unit, List<Query> queries) {
    Panel {
      queries = List.copyOf(queries);
    }

    static Panel of(String title, String unit, Query... queries) {
      return new Panel(title, unit, List.of(queries));
    }
  }

  /// @param legend what names a line, with labels in double braces
  record Query(String expr, String legend) {}

  static Query query(String expr, String legend) {
    return new Query(expr, legend);
  }

  /// `which` of a hundred took no longer, by `label`.
  static Query quantile(double which, String histogram, String label) {
    return query(
        "histogram_quantile("
            + which
            + ", sum by (le, "
            + label
            + ") (rate("
            + histogram
            + "_bucket[$__rate_interval])))",
        "p" + Math.round(which * 100) + " {{" + label + "}}");
  }

  /// How many a second, by `label`.
  static Query rate(String counter, String label) {
    return query(
        "sum by (" + label + ") (rate(" + counter + "[$__rate_interval]))", "{{" + label + "}}");
  }

  static Query sum(String gauge, String label) {
    return query("sum by (" + label + ") (" + gauge + ")", "{{" + label + "}}");
  }

  static Query max(String gauge, String label) {
    return query("max by (" + label + ") (" + gauge + ")", "{{" + label + "}}");
  }
}
