package dev.playloop.console.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.audit.FoldBuild;
import dev.playloop.audit.JournalRecord;
import dev.playloop.console.row.RunRow;
import dev.playloop.journal.JournalVerifier;
import dev.playloop.loop.state.LoopPolicy;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.LoopEvent.DropReason;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.seal.KeyRing;
import dev.playloop.worlds.model.Worlds;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WaitingTableTest {
  @TempDir private Path folder;

  private static JournalVerifier verifier() {
    return new FoldBuild(LoopPolicy.DEFAULT, Worlds.of()).verifier(KeyRing.NONE);
  }

  /// What a run is about stands where its trigger came; that came again later was dropped, and what
  /// joined or was dropped waits no more.
  @Test
  void aRunKnowsWhereItsTriggerCameThatHadToWait() throws Exception {
    SampleEntries entries = new SampleEntries();
    List<JournalRecord> records =
        List.of(
            entries.noting("a", opened("a")),
            entries.noting("b"),
            entries.noting("c"),
            entries.noting("b", new LoopEvent.TriggerDropped("b", DropReason.DUPLICATE)),
            entries.noting("d", new LoopEvent.TriggerDropped("c", DropReason.QUEUE_FULL)),
            entries.noting("e", new LoopEvent.TriggerJoined("d", run("a")), opened("b")),
            entries.noting("c", opened("c")),
            entries.noting("d", opened("d"), opened("e")));
    try (JournalIndex index = JournalIndex.open(folder.resolve("index.db"), "a", true)) {
      for (JournalRecord each : records) {
        // Over a restart behind each of them.
        try (IndexWriter writer = index.writer(verifier())) {
          writer.entry(each, each.offset());
          writer.commit(Map.of("playloop.journal", Map.of(0, each.offset() + 1)));
        }
      }
      Map<String, Long> arrived = new TreeMap<>();
      for (String trigger : List.of("a", "b", "c", "d", "e")) {
        RunRow row = new RunReads(index).run(run(trigger).value());
        arrived.put(trigger, Objects.requireNonNull(row).arrived());
      }
      assertThat(arrived).isEqualTo(Map.of("a", 0L, "b", 1L, "c", 6L, "d", 7L, "e", 5L));
    }
  }

  private static RunId run(String trigger) {
    return new RunId(SampleEntries.AGENT.value() + ":" + trigger);
  }

  private static LoopEvent opened(String trigger) {
    return new LoopEvent.RunOpened(run(trigger), trigger, "chat.message");
  }
}
