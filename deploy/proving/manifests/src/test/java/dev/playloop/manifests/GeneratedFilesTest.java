package dev.playloop.manifests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// Users and topics on Kubernetes are what the code's own tables say, and its alerts are
/// everybody's.
final class GeneratedFilesTest {
  @Test
  void usersHaveTheRightsOfTheTable() throws IOException {
    compare("components/strimzi/users.yaml", GeneratedFiles.users());
  }

  @Test
  void topicsAreThoseOfTheCatalogue() throws IOException {
    compare("components/strimzi/topics.yaml", GeneratedFiles.topics());
  }

  @Test
  void whoIsToldOfWhatIsAsElsewhere() throws IOException {
    compare("components/monitoring/rules.yaml", GeneratedFiles.prometheusRule());
  }

  private static void compare(String name, String generated) throws IOException {
    Path file = KubernetesFolder.ROOT.resolve(name);
    if (Boolean.getBoolean("golden.update")) {
      Files.writeString(file, generated);
      return;
    }
    assertThat(Files.readString(file))
        .as("where the change is meant, run this test with -Dgolden.update=true")
        .isEqualTo(generated);
  }
}
