package dev.playloop.console.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.audit.FoldBuild;
import dev.playloop.console.row.Reach;
import dev.playloop.loop.state.LoopPolicy;
import dev.playloop.schemas.seal.KeyRing;
import dev.playloop.worlds.model.Worlds;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NewsReadsTest {
  private static final Reach TALLY = new Reach(false, List.of("tally"), List.of());
  private static final Reach NOBODY = new Reach(false, List.of("elsewhere"), List.of());

  @TempDir private Path folder;

  private final SampleEntries entries = new SampleEntries();
  private long written;

  private IndexWriter writer(JournalIndex index) {
    return index.writer(new FoldBuild(LoopPolicy.DEFAULT, Worlds.of()).verifier(KeyRing.NONE));
  }

  private void write(IndexWriter writer, int count) {
    for (int i = 0; i < count; i++) {
      writer.entry(entries.next("hello", null), written++);
    }
    writer.commit(Map.of("playloop.journal", Map.of(0, written)));
  }

  /// What comes while an answer is made is either counted in it or told of behind it: whoever adds
  /// the one to the other has what there is.
  @Test
  void countsEndWhereTheStreamBegins() throws Exception {
    try (JournalIndex index = JournalIndex.open(folder.resolve("index.db"), "a", false);
        IndexWriter writer = writer(index)) {
      NewsReads news = new NewsReads(index);
      write(writer, 3);
      NewsReads.Place at = news.now();
      write(writer, 2);

      for (Reach reach : List.of(Reach.ALL, TALLY)) {
        assertThat(news.counts(at, reach).entries()).isEqualTo(3);
        assertThat(news.behind(at, reach).entries()).hasSize(2);
      }
      assertThat(news.counts(at, NOBODY).entries()).isZero();
      assertThat(news.counts(news.now(), TALLY).entries()).isEqualTo(5);
    }
  }

  /// An erasure commits; entries that it took along without their places would come again.
  @Test
  void nothingIsErasedInTheMidstOfWhatComes() throws Exception {
    try (JournalIndex index = JournalIndex.open(folder.resolve("index.db"), "a", true);
        IndexWriter writer = writer(index)) {
      writer.entry(entries.next("hello", null), 0);

      assertThatThrownBy(() -> writer.erase(Set.of("k1")))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("committed");
    }
  }
}
