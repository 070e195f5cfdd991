package dev.playloop.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.launcher.AccessRights;
import dev.playloop.schemas.topic.Topics;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What one machine grants, against the table that people read.
class AccessRightsTest {
  @Test
  void areThoseOfTheTableInTheReadme() {
    assertThat(AccessRights.table(new Topics(Topics.DEFAULT_PREFIX, 4), List.of("society")))
        .containsExactlyInAnyOrderElementsOf(AccessTable.read().without());
  }
}
