package dev.playloop.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.journal.Live;
import dev.playloop.journal.Taken;
import dev.playloop.journal.Transcripts;
import dev.playloop.loop.state.AgentState;
import dev.playloop.loop.state.Transition;
import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.json.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What is true of every step that a [Scenario] takes.
final class StepChecks {
  private StepChecks() {}

  /// The state reads back from its JSON, which is what is returned, and no place of a transcript is
  /// written twice.
  static AgentState readAgain(Live before, Taken taken) {
    Transition step = taken.step();
    byte[] json = Json.bytes(step.state());
    AgentState again = Json.read(json, AgentState.class);
    assertThat(Json.text(again)).isEqualTo(Json.text(step.state()));
    assertThat(json.length).isLessThan(256 * 1024);
    assertThat(taken.json().bytes()).isEqualTo(json);
    for (int place = 0; place < Transcripts.PLACES; place++) {
      int in = place;
      List<@Nullable Message> stored =
          step.cleared().contains(place) ? List.of() : before.transcripts().at(place).places();
      assertThat(step.appended().stream().filter(one -> one.place() == in))
          .extracting(Transition.Appended::index)
          .doesNotHaveDuplicates()
          .noneMatch(index -> index < stored.size() && stored.get(index) != null);
    }
    return again;
  }
}
