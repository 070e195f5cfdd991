package dev.playloop.loop;

import dev.playloop.journal.Live;
import dev.playloop.journal.Taken;
import dev.playloop.journal.Transcripts;
import dev.playloop.loop.state.AgentState;
import dev.playloop.loop.state.StateJson;
import dev.playloop.loop.talk.Talk;
import dev.playloop.loop.talk.TalkMemory;
import dev.playloop.loop.talk.TalkSource;
import dev.playloop.loop.talk.Talks;
import dev.playloop.schemas.json.Json;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What is kept of who said what, as the shell stores it: JSON under a key for each counterpart.
/// Used by one thread.
final class StoredTalks implements TalkSource {
  private final Map<String, byte[]> talks = new HashMap<>();
  private long written;

  @Override
  public @Nullable Talk read(String with) {
    byte[] talk = talks.get(with);
    return talk == null ? null : Json.read(talk, Talk.class);
  }

  /// Stores what a step made of it. Returns what was changed.
  List<Talk> store(Taken taken) {
    List<Talk> changed = taken.changed();
    taken.step().talks().forgotten().forEach(talks::remove);
    for (Talk talk : changed) {
      byte[] json = Json.bytes(talk);
      written += json.length;
      talks.put(talk.with(), json);
    }
    return changed;
  }

  /// Bytes of all that was ever stored.
  long written() {
    return written;
  }

  /// How many counterparts something is kept of.
  int size() {
    return talks.size();
  }

  /// The agent as a restarted shell reads it.
  Live again(AgentState state, Transcripts transcripts, Live next) {
    Talks index = Json.read(Json.bytes(next.talks().talks()), Talks.class);
    return new Live(
        state, transcripts, new TalkMemory(index, this), StateJson.Parts.NONE, next.wish());
  }
}
