package dev.playloop.fence;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// The loop is a line, not a ring: who decides what follows returns it, and only the fold carries
/// it out.
class NextTest {
  private static final String LOOP = "dev.playloop.loop.";
  private static final String NEXT = LOOP + "Next";
  private static final String FOLD = LOOP + "Fold";

  @Test
  void whoReturnsWhatFollowsCallsNobodyElseWhoDoes() {
    JavaClasses classes =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.playloop.loop");
    Set<String> deciding =
        classes.stream()
            .filter(type ->
                type.getMethods().stream()
                    .anyMatch(method -> method.getRawReturnType().isAssignableTo(NEXT)))
            .map(NextTest::outermost)
            .filter(name -> !name.equals(NEXT))
            .collect(toCollection(TreeSet::new));
    assertThat(deciding).as("without them this test proves nothing").hasSizeGreaterThan(8);
    assertThat(deciding.remove(FOLD)).isTrue();

    Set<String> calls = new TreeSet<>();
    for (JavaClass type : classes) {
      if (deciding.contains(outermost(type))) {
        for (JavaAccess<?> access : type.getAccessesFromSelf()) {
          String called = outermost(access.getTargetOwner());
          if (!called.equals(outermost(type))
              && (deciding.contains(called) || called.equals(FOLD))) {
            calls.add(access.getDescription());
          }
        }
      }
    }
    assertThat(calls).isEmpty();
  }

  private static String outermost(JavaClass type) {
    return type.getEnclosingClass().map(NextTest::outermost).orElseGet(type::getName);
  }
}
