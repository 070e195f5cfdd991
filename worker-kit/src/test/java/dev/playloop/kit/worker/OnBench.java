package dev.playloop.kit.worker;

import dev.playloop.kit.worker.Lab.Bench;
import dev.playloop.testkit.TestInfra;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/// A worker's test on topics of its own, two partitions each.
abstract class OnBench {
  static Lab lab;
  Bench bench;

  @BeforeAll
  static void startBroker(TestInfra infra) {
    lab = new Lab(infra);
  }

  @BeforeEach
  void prepare() throws InterruptedException {
    bench = lab.bench(2);
  }

  @AfterEach
  void tidy() throws Exception {
    bench.close();
  }
}
