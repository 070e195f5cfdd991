package dev.playloop.loop.talk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.Text;
import dev.playloop.schemas.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What is kept of one talk, and of all of them.
class TalkTest {
  private static final Instant START = Instant.parse("2026-11-26T10:00:00Z");

  private static Spoken spoken(int number, String heard) {
    return new Spoken(START.plusSeconds(number), heard, "answer " + number, 0.5);
  }

  /// Twenty exchanges of one kilobyte. Returns who was forgotten for them.
  private static List<String> talk(TalksDraft talks, String with, double importance) {
    List<String> gone = new ArrayList<>();
    String words = "x".repeat(480);
    for (int i = 0; i < Talk.MAX_EXCHANGES; i++) {
      gone.addAll(talks.add(with, new Spoken(START.plusSeconds(i), words, words, importance)));
    }
    return gone;
  }

  private static TalksDraft nothing() {
    return new TalksDraft(Talks.NONE, TalkSource.NOTHING);
  }

  @Test
  void aSideIsKeptUpToFiveHundredWholeCharacters() {
    String smile = "\ud83d\ude00";

    Spoken spoken = new Spoken(START, smile.repeat(600), "short", Double.NaN);

    assertThat(Text.length(spoken.heard())).isEqualTo(Spoken.MAX_CHARACTERS);
    assertThat(spoken.heard()).endsWith(smile + "…");
    assertThat(spoken.answered()).isEqualTo("short");
    assertThat(spoken.importance()).isEqualTo(Spoken.USUAL);
    assertThat(new Spoken(START, smile.repeat(500), "", 7).heard()).isEqualTo(smile.repeat(500));
    assertThat(new Spoken(START, "", "", 7).importance()).isEqualTo(1);
  }

  @Test
  void theNewestTwentyAreKeptAndAnyOfThemShowWhatTheyFollow() {
    Talk talk = Talk.none("bob");
    TalkMark mark = TalkMark.of("bob", spoken(0, "heard 0"));
    talk = talk.and(spoken(0, "heard 0"));
    for (int i = 1; i < 30; i++) {
      talk = talk.and(spoken(i, "heard " + i));
      mark = mark.and(spoken(i, "heard " + i));
    }

    assertThat(talk.said()).hasSize(Talk.MAX_EXCHANGES);
    assertThat(talk.said().getFirst().heard()).isEqualTo("heard 10");
    assertThat(talk.hash()).isEqualTo(mark.hash());
    assertThat(mark.count()).isEqualTo(30);
    Talk newest = talk.newest(3 * spoken(29, "heard 29").bytes());
    assertThat(newest.said())
        .extracting(Spoken::heard)
        .containsExactly("heard 27", "heard 28", "heard 29");
    assertThat(newest.hash()).isEqualTo(mark.hash());
    assertThat(newest.isWhole()).isTrue();
    assertThat(talk.newest(0)).isEqualTo(Talk.nothingBehind("bob", mark.hash()));
  }

  @Test
  void noTalkIsLargerThanItsJournalEntryTakes() {
    Talk talk = Talk.none("bob");
    for (int i = 0; i < 25; i++) {
      String controls = "\u0001".repeat(Spoken.MAX_CHARACTERS);
      talk = talk.and(new Spoken(START, controls, controls, 1));
    }

    assertThat(Json.bytes(talk).length).isBetween(Talk.MAX_BYTES - 8_000, Talk.MAX_BYTES);
  }

  @Test
  void fourMebibytesAreKeptAndTheLeastImportantGoFirst() {
    TalksDraft talks = nothing();
    for (int i = 0; i < 200; i++) {
      assertThat(talk(talks, "p" + i, i == 7 ? 0.1 : 0.6)).isEmpty();
    }

    List<String> gone = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      gone.addAll(talk(talks, "q" + i, 0.9));
    }

    assertThat(gone).containsExactly("p7");
    long kept = talks.talks().marks().values().stream().mapToLong(TalkMark::bytes).sum();
    assertThat(kept).isBetween(Talks.MAX_BYTES - 64 * 1024, Talks.MAX_BYTES);
    assertThat(talks.step().forgotten()).contains("p7");
    assertThat(talks.step().told()).noneMatch(told -> told.with().equals("p7"));
  }

  @Test
  void ofEquallyImportantOnesTheOldestGo() {
    TalksDraft talks = nothing();
    for (int i = 0; i < 1024; i++) {
      assertThat(talks.add("p" + i, spoken(1000 - i, "hi"))).isEmpty();
    }

    assertThat(talks.add("more", spoken(0, "hi"))).containsExactly("p1023");
  }

  /// A snapshot holds the index beside the state, and an entry of it has at most 1 MiB.
  @Test
  void theIndexHasABoundHoweverLongTheIdsAre() {
    TalksDraft talks = nothing();
    for (int i = 0; i < 1024; i++) {
      var _ = talks.add("\u0001".repeat(124) + (1000 + i), spoken(i, "hi"));
    }

    assertThat(Json.bytes(talks.talks()).length).isBetween(256 * 1024, 512 * 1024);
  }

  @Test
  void theRootChangesWithWhateverIsSaid() {
    TalksDraft one = nothing();
    assertThat(one.talks().root()).isNull();
    var _ = one.add("bob", spoken(1, "hi"));
    String root = one.talks().root();
    var _ = one.add("joe", spoken(1, "hi"));
    assertThat(one.talks().root()).isNotNull().isNotEqualTo(root);
    one.forget("joe");
    assertThat(one.talks().root()).isEqualTo(root);
    TalksDraft other = nothing();
    var _ = other.add("bob", spoken(1, "Hi"));
    assertThat(other.talks().root()).isNotEqualTo(root);
    Talks again = Json.read(Json.bytes(one.talks()), Talks.class);
    assertThat(again.root()).isEqualTo(root);
  }

  @Test
  void whatIsNotWhatTheIndexStandsForIsNotSeen() {
    TalksDraft first = nothing();
    var _ = first.add("bob", spoken(1, "hi"));
    Talks index = first.talks();
    Talk kept = first.step().told().getFirst().after(null);

    assertThat(new TalksDraft(index, _ -> kept).all("bob")).isEqualTo(kept);
    assertThat(new TalksDraft(index, _ -> kept).all("joe")).isNull();
    assertThat(new TalksDraft(index, _ -> Talk.none("bob").and(spoken(1, "ho"))).all("bob"))
        .isNull();
    assertThat(new Talk("bob", kept.before(), List.of(spoken(1, "ho")), kept.hash()).isWhole())
        .isFalse();
    assertThat(new TalksDraft(index, TalkSource.NOTHING).all("bob")).isNull();
    assertThat(new TalksDraft(Talks.NONE, _ -> kept).all("bob")).isNull();
  }

  /// One run ends and the next begins in one fold.
  @Test
  void whatWasJustSaidIsSeenAndWhatWasReadForItIsToldOnce() {
    TalksDraft first = nothing();
    var _ = first.add("bob", spoken(1, "one"));
    var _ = first.add("bob", spoken(2, "two"));
    Talk kept = first.step().told().get(1).after(first.step().told().getFirst().after(null));
    TalksDraft next = new TalksDraft(first.talks(), _ -> kept);
    var _ = next.add("bob", spoken(3, "three"));

    Talk newest = next.newest("bob", 2 * spoken(1, "three").bytes());

    assertThat(newest).isNotNull();
    assertThat(newest.said()).extracting(Spoken::heard).containsExactly("two", "three");
    assertThat(newest.hash())
        .isEqualTo(java.util.Objects.requireNonNull(next.talks().of("bob")).hash());
    assertThat(next.step().read()).containsExactly(kept);
    Talk all = new TalksDraft(first.talks(), _ -> kept.newest(spoken(2, "two").bytes())).all("bob");
    assertThat(all).isNotNull();
    assertThat(all.said()).extracting(Spoken::heard).containsExactly("two");
  }

  @Test
  void whoIsForgottenBeginsAnew() {
    TalksDraft first = nothing();
    var _ = first.add("bob", spoken(1, "one"));
    Talk kept = first.step().told().getFirst().after(null);
    TalksDraft next = new TalksDraft(first.talks(), _ -> kept);

    next.forget("bob");
    assertThat(next.all("bob")).isNull();
    var _ = next.add("bob", spoken(2, "two"));

    Talk all = next.all("bob");
    assertThat(all).isNotNull();
    assertThat(all.said()).extracting(Spoken::heard).containsExactly("two");
    assertThat(all.before()).isEqualTo(Talk.start("bob"));
  }
}
