package dev.playloop.schemas.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/// How a file that is refused says so.
abstract class ConfigCase {
  static InvalidFileException refused(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    InvalidFileException refused = catchThrowableOfType(InvalidFileException.class, call);
    assertThat(refused).as("the file must be refused").isNotNull();
    return refused;
  }
}
