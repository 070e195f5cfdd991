package dev.playloop.fence;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.junit.jupiter.api.Test;

/// Topics are read in one way: by the kit's readers and workers.
class ReadersTest {
  /// The clients of Kafka Streams are made as Streams asks for them.
  private static final String STREAMS = "dev.playloop.projector.steady..";

  @Test
  void consumersAreMadeInTheKitOnly() {
    JavaClasses classes =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.playloop");
    assertThat(classes.contain("dev.playloop.kit.worker.Worker")).isTrue();

    noClasses()
        .that()
        .resideOutsideOfPackages("dev.playloop.kit..", STREAMS)
        .should()
        .dependOnClassesThat()
        .areAssignableTo(KafkaConsumer.class)
        .because("whoever reads a topic says how by a TopicReading")
        .check(classes);
  }

  @Test
  void testsPollNoConsumerOfTheirOwn() {
    JavaClasses classes = new ClassFileImporter().importPaths(House.here().testClasses());
    assertThat(classes.contain("dev.playloop.executor.ExecutorCase")).isTrue();

    noClasses()
        .that()
        .resideOutsideOfPackages("dev.playloop.kit..", STREAMS)
        .and()
        .areNotAssignableTo(Consumer.class) // a consumer that a test makes
        .should()
        .callMethodWhere(target(name("poll")).and(target(owner(assignableTo(Consumer.class)))))
        .because("a TopicReader says strictly what it reads, and to where")
        .check(classes);
  }
}
