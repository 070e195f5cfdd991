package dev.playloop.projector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.fixtures.TestWorld;
import dev.playloop.kit.RoleContext;
import dev.playloop.testkit.Guarantee;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.testkit.TestInfra;
import dev.playloop.worlds.model.Worlds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A projector that was killed comes back by itself, whatever its folder looks like: the folder of
/// a real one, torn in one way each.
@Guarantee
@NeedsInfra
class TornStoresTest {
  private static final int AGENTS = 4;

  @TempDir static Path shared;
  @TempDir Path dir;

  private static Fixture system;
  private static JournalTail journal;
  private static FakeWorkers workers;

  /// What a kill, a full disk, another release or a person leaves behind. Each takes the folder of
  /// one task, or of the whole application.
  enum Damage {
    NOTHING_BUT_A_LOG {
      @Override
      void task(Path task) throws IOException {
        for (Path store : stores(task)) {
          clear(store);
          Files.writeString(store.resolve("000017.log"), "");
        }
        Files.deleteIfExists(task.resolve(".checkpoint"));
      }
    },
    NO_CURRENT {
      @Override
      void task(Path task) throws IOException {
        for (Path store : stores(task)) {
          Files.delete(store.resolve("CURRENT"));
        }
      }
    },
    CURRENT_OF_NOTHING {
      @Override
      void task(Path task) throws IOException {
        for (Path store : stores(task)) {
          Files.writeString(store.resolve("CURRENT"), "MANIFEST-999999\n");
        }
      }
    },
    TORN_MANIFEST {
      @Override
      void task(Path task) throws IOException {
        for (Path store : stores(task)) {
          for (Path file : list(store)) {
            if (file.getFileName().toString().startsWith("MANIFEST")) {
              Files.write(file, new byte[] {1, 2, 3});
            }
          }
        }
      }
    },
    ZEROED_FILES {
      @Override
      void task(Path task) throws IOException {
        for (Path store : stores(task)) {
          for (Path file : list(store)) {
            Files.write(file, new byte[(int) Math.min(Files.size(file), 100_000)]);
          }
        }
      }
    },
    EMPTY_FILES {
      @Override
      void task(Path task) throws IOException {
        for (Path store : stores(task)) {
          for (Path file : list(store)) {
            Files.write(file, new byte[0]);
          }
        }
      }
    },
    EMPTY_STORE_UNDER_AN_OLD_CHECKPOINT {
      @Override
      void task(Path task) throws IOException {
        for (Path store : stores(task)) {
          clear(store);
        }
      }
    },
    GARBAGE_IN_THE_CHECKPOINT {
      @Override
      void task(Path task) throws IOException {
        Files.writeString(task.resolve(".checkpoint"), "no checkpoint\n\0\0");
      }
    },
    CHECKPOINT_IS_A_FOLDER {
      @Override
      void task(Path task) throws IOException {
        Files.deleteIfExists(task.resolve(".checkpoint"));
        Files.createDirectories(task.resolve(".checkpoint").resolve("x"));
      }
    },
    STORE_IS_A_FILE {
      @Override
      void task(Path task) throws IOException {
        for (Path store : stores(task)) {
          clear(store);
          Files.delete(store);
          Files.writeString(store, "no folder");
        }
      }
    },
    ROCKSDB_IS_A_FILE {
      @Override
      void task(Path task) throws IOException {
        for (Path store : stores(task)) {
          clear(store);
          Files.delete(store);
        }
        Files.delete(task.resolve("rocksdb"));
        Files.writeString(task.resolve("rocksdb"), "no folder");
      }
    },
    TASK_IS_A_FILE {
      @Override
      void task(Path task) throws IOException {
        clear(task);
        Files.delete(task);
        Files.writeString(task, "no folder");
      }
    },
    GARBAGE_IN_THE_PROCESS_FILE {
      @Override
      void application(Path application) throws IOException {
        Files.writeString(application.resolve("kafka-streams-process-metadata"), "{\"x");
      }
    },
    APPLICATION_IS_A_FILE {
      @Override
      void application(Path application) throws IOException {
        clear(application);
        Files.delete(application);
        Files.writeString(application, "no folder");
      }
    };

    void task(Path task) throws IOException {}

    void application(Path application) throws IOException {
      for (Path task : list(application)) {
        if (task.getFileName().toString().matches("\\d+_\\d+")) {
          task(task);
        }
      }
    }
  }

  @BeforeAll
  static void runOnce(TestInfra infra) throws Exception {
    system = Fixture.of(infra.bootstrapServers(), "torn.", 2, AGENTS);
    journal = new JournalTail(system.kafka());
    workers = new FakeWorkers(system.kafka());
    try (StateProjector projector = start(shared.resolve("whole"))) {
      assertThat(projector.awaitReady(Fixture.PATIENCE)).isTrue();
      system.publish("first");
      assertThat(journal.await(() -> journal.closed().size() == AGENTS, Fixture.PATIENCE)).isTrue();
    }
  }

  @AfterAll
  static void close() {
    workers.close();
    journal.close();
  }

  @ParameterizedTest
  @EnumSource(Damage.class)
  void aTornFolderIsRestoredAndTheAgentsGoOn(Damage damage) throws Exception {
    Path state = dir.resolve("state");
    copy(shared.resolve("whole"), state);
    for (Path application : list(state)) {
      if (Files.isDirectory(application)) {
        damage.application(application);
      }
    }
    int before = journal.closed().size();

    try (StateProjector projector = start(state)) {
      assertThat(projector.awaitReady(Fixture.PATIENCE)).isTrue();
      system.publish("after-" + damage.name());
      assertThat(journal.await(() -> journal.closed().size() >= before + AGENTS, Fixture.PATIENCE))
          .isTrue();
    }
    assertThat(journal.closed()).hasSize(before + AGENTS);
    assertThat(journal.closed()).extracting(closed -> closed.run()).doesNotHaveDuplicates();
  }

  private static StateProjector start(Path state) throws InterruptedException {
    return ProjectorRole.of(Fixture.settings(state), Worlds.of(new TestWorld()))
        .start(RoleContext.of(system.kafka()));
  }

  private static List<Path> stores(Path task) throws IOException {
    return list(task.resolve("rocksdb"));
  }

  private static List<Path> list(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }

  private static void clear(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted(java.util.Comparator.reverseOrder()).toList()) {
        if (!path.equals(folder)) {
          Files.delete(path);
        }
      }
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      all.forEach(path -> {
        try {
          Files.copy(path, to.resolve(from.relativize(path).toString()));
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      });
    }
  }
}
