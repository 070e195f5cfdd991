package dev.playloop.projector.shell;

import static dev.playloop.fixtures.Samples.agent;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.fixtures.Samples;
import dev.playloop.schemas.event.View;
import dev.playloop.schemas.json.Json;
import java.nio.file.Path;
import java.util.List;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// The loop's topology, driven by hand.
abstract class LoopTopologyCase {
  @TempDir Path dir;
  LoopDriver loop;

  @BeforeEach
  void open() {
    loop = new LoopDriver(dir);
  }

  @AfterEach
  void close() {
    loop.close();
  }

  static View view(long version, String summary) {
    return View.of(agent("ada"), Samples.START, Json.NODES.objectNode().put("energy", 7))
        .version(version)
        .summary(summary)
        .tokens(5);
  }

  static <T> T only(List<T> list) {
    assertThat(list).hasSize(1);
    return list.getFirst();
  }

  static String header(TestRecord<byte[], byte[]> record, String name) {
    return new String(record.headers().lastHeader(name).value(), UTF_8);
  }
}
