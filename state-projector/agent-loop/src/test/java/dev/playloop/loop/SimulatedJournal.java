package dev.playloop.loop;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.playloop.journal.Desk;
import dev.playloop.journal.FoldRelease;
import dev.playloop.journal.Live;
import dev.playloop.journal.Releases.Basis;
import dev.playloop.journal.Rendering.Rendered;
import dev.playloop.journal.Taken;
import dev.playloop.loop.talk.Talk;
import dev.playloop.loop.talk.TalkSource;
import dev.playloop.schemas.event.View;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What a simulated shell journals, and how it takes the step that it journals. Used by one thread.
final class SimulatedJournal {
  private final List<Entry> entries = new ArrayList<>();

  /// An input on its way into the journal, and what it is folded with.
  ///
  /// @param poisoned whether its fold is made to throw
  /// @param view what the agent sees then
  record Asked(Journaled input, boolean poisoned, @Nullable View view) {
    Taken take(Desk desk, Live live, Basis by) {
      return poisoned
          ? desk.poisoned(live, input.input(), view, "bug", by)
          : desk.take(live, input.input(), view, by);
    }
  }

  private record Entry(
      Asked asked, List<Talk> read, FoldRelease release, String stateHash, Rendered rendered) {}

  /// What lies in an entry, which has a view only where one was shown or looked at.
  void add(Asked asked, FoldRelease release, Taken taken) {
    boolean seen = taken.rendered().opensTurn() || taken.step().saw();
    Asked written = new Asked(asked.input, asked.poisoned, seen ? asked.view : null);
    entries.add(
        new Entry(
            written, taken.step().talks().read(), release, taken.json().hash(), taken.rendered()));
  }

  int size() {
    return entries.size();
  }

  /// G6: taken again at another desk, gives the same states, commands and prompts.
  void retake(Desk again) {
    Live live = Live.empty(Configs.ADA);
    for (int i = 0; i < entries.size(); i++) {
      Entry entry = entries.get(i);
      Basis by = Objects.requireNonNull(again.releases().find("test", entry.release), "held");
      TalkSource read =
          with ->
              entry.read.stream().filter(one -> one.with().equals(with)).findFirst().orElse(null);
      Taken taken = entry.asked.take(again, live.reading(read), by);
      live = taken.next();
      if (!taken.json().hash().equals(entry.stateHash)) {
        throw new AssertionError("G6: entry " + i + " gives another state: " + entry.asked);
      }
      Rendered rendered = taken.rendered();
      if (!rendered.commandsHash().equals(entry.rendered.commandsHash())
          || !Objects.equals(rendered.promptHash(), entry.rendered.promptHash())) {
        throw new AssertionError("G6: entry " + i + " gives other outputs: " + entry.asked);
      }
    }
  }

  /// What is put together from parts that were written before is what Jackson writes of the whole.
  static void sameBytes(byte[] whole, byte[] fromParts) {
    if (!Arrays.equals(whole, fromParts)) {
      throw new AssertionError(
          "expected " + new String(whole, UTF_8) + ", got " + new String(fromParts, UTF_8));
    }
  }
}
