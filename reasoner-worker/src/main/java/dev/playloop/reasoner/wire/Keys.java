package dev.playloop.reasoner.wire;

import dev.playloop.reasoner.wire.LlmAnswer.Fault;
import dev.playloop.schemas.event.LlmFailure;
import dev.playloop.schemas.event.Route.Candidate;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Where API keys come from: config holds the name of an environment variable, never a key.
@FunctionalInterface
public interface Keys {
  /// The value of a key reference, or null where it is not set.
  @Nullable String find(String keyRef);

  /// From the environment of this process.
  static Keys environment() {
    return System::getenv;
  }

  /// The candidate's key; empty where it needs none, or is set to blank.
  default Optional<String> of(Candidate candidate) {
    String keyRef = candidate.keyRef();
    String value = keyRef == null ? null : find(keyRef);
    return value == null || value.isBlank() ? Optional.empty() : Optional.of(value.strip());
  }

  /// The failure of a candidate whose key is named but not there, or null where all is well.
  default @Nullable Fault missing(Candidate candidate) {
    return candidate.keyRef() == null || of(candidate).isPresent()
        ? null
        : Fault.notSent(
            LlmFailure.AUTH,
            "environment variable "
                + candidate.keyRef()
                + " (keyRef of "
                + candidate.model()
                + ") is not set; set it where the reasoner runs");
  }
}
