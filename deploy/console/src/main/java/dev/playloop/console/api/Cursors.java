package dev.playloop.console.api;

import dev.playloop.console.row.Reach;
import dev.playloop.console.veil.VeiledPlaces;
import dev.playloop.http.Problem;
import org.jspecify.annotations.Nullable;

/// Where the next page of a list begins that is ordered by what everybody does. Immutable.
record Cursors(VeiledPlaces places) {
  /// As whoever has that reach is told it.
  String tell(String cursor, Reach reach) {
    return places.tell(cursor, reach.all());
  }

  /// What is asked for; null: the first page. Throws [Problem.Refused] where this reader was never
  /// told that.
  @Nullable String heard(AskedQuery asked, Reach reach) {
    String said = asked.text("cursor");
    String cursor = said == null ? null : places.heard(said, reach.all());
    if (said != null && cursor == null) {
      throw foreign().refused();
    }
    return cursor;
  }

  static Problem foreign() {
    return AskedQuery.wrong("cursor", "what the page before said", "something else");
  }
}
