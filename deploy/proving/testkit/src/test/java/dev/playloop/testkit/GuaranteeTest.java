package dev.playloop.testkit;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtensionContext;

class GuaranteeTest {
  private final GuaranteeExtension extension = new GuaranteeExtension();

  /// A test of this id that ended so.
  private static ExtensionContext test(String id, @Nullable Throwable failure) {
    return (ExtensionContext)
        Proxy.newProxyInstance(
            GuaranteeTest.class.getClassLoader(),
            new Class<?>[] {ExtensionContext.class},
            (_, method, _) ->
                switch (method.getName()) {
                  case "getUniqueId" -> id;
                  case "getExecutionException" -> Optional.ofNullable(failure);
                  default -> throw new AssertionError(method);
                });
  }

  private void tried(String id, @Nullable Throwable failure) {
    extension.beforeTestExecution(test(id, null));
    extension.afterTestExecution(test(id, failure));
  }

  @Test
  void whatWasWrongOnceIsWrong() {
    tried("twice", new AssertionError("it happened twice"));

    assertThatThrownBy(() -> tried("twice", null))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("it happened twice");
    assertThatCode(() -> tried("another", null)).doesNotThrowAnyException();
  }

  @Test
  void aWaitThatRanOutIsTriedAgain() {
    Stream.of(
            new Await.InVain("waited 120 s in vain"),
            new ExecutionException(new TimeoutException()),
            new IllegalStateException(new org.apache.kafka.common.errors.TimeoutException()))
        .forEach(late -> {
          tried("late " + late, late);
          assertThatCode(() -> tried("late " + late, null)).doesNotThrowAnyException();
        });
  }
}
