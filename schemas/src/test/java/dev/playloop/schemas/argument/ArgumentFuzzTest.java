package dev.playloop.schemas.argument;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.json.Json;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/// 10,000 schemas, each with arguments: the check agrees with another implementation of JSON
/// Schema, never throws, and takes no more steps than [ArgumentSchema] says.
@Tag("slow")
final class ArgumentFuzzTest {
  private static final long SEED = Long.getLong("fuzz.seed", 20261125);
  private static final int CASES = 10_000;

  /// For each byte of arguments that fit, where no pattern has to be held against a text.
  private static final int STEPS_A_BYTE = 4;

  @Test
  void anotherImplementationSaysTheSameOfEach() {
    int readable = 0;
    int fitting = 0;
    for (int i = 0; i < CASES; i++) {
      long seed = SEED + i;
      Random random = new Random(seed);
      FuzzedArguments fuzzed = new FuzzedArguments(random);
      ObjectNode declared = fuzzed.schema();
      if (!(SchemaReading.of(declared) instanceof SchemaReading.Accepted(ArgumentSchema schema))) {
        // A choice or a bound may have come out so that nothing fits.
        continue;
      }
      readable++;
      SchemaOracle oracle = new SchemaOracle(schema.json());
      for (int j = 0; j < 3; j++) {
        ObjectNode arguments = fuzzed.arguments(declared);
        boolean fits = fits(schema, arguments, seed);
        assertThat(fits)
            .as("seed %d: %s by %s", seed, arguments, schema.json())
            .isEqualTo(oracle.takes(arguments));
        fitting += fits ? 1 : 0;
      }
    }
    assertThat(readable).as("seed %d", SEED).isGreaterThan(CASES * 8 / 10);
    assertThat(fitting).as("seed %d", SEED).isBetween(CASES / 2, 5 * CASES / 2);
  }

  @Test
  void noSchemaAndNoArgumentsMakeItThrowOrTakeMore() {
    int readable = 0;
    for (int i = 0; i < CASES; i++) {
      long seed = SEED + i;
      Random random = new Random(seed);
      FuzzedArguments fuzzed = new FuzzedArguments(random);
      ObjectNode declared = fuzzed.schema();
      ObjectNode arguments = fuzzed.arguments(declared);
      if (i % 2 == 0) {
        BrokenSchemas.breakUp(declared, random);
      }
      BrokenSchemas.breakUp(arguments, random);
      try {
        if (SchemaReading.of(declared) instanceof SchemaReading.Accepted(ArgumentSchema schema)) {
          readable++;
          fits(schema, arguments, seed);
        }
      } catch (RuntimeException | StackOverflowError e) {
        throw new AssertionError("seed " + seed + ": " + arguments + " by " + declared, e);
      }
    }
    assertThat(readable).as("seed %d", SEED).isGreaterThan(CASES / 2);
  }

  private static boolean fits(ArgumentSchema schema, ObjectNode arguments, long seed) {
    CheckSteps steps = new CheckSteps();
    boolean fits = schema.misfit(arguments, steps) == null;
    if (fits) {
      ObjectNode settled = schema.settled(arguments, steps);
      assertThat(schema.misfit(settled)).as("seed %d", seed).isNull();
    }
    long sent = Json.bytes(arguments).length;
    String declared = schema.json().toString();
    assertThat(steps.taken())
        .as("seed %d: %s by %s", seed, arguments, declared)
        .isPositive()
        .isLessThanOrEqualTo(ArgumentSchema.STEPS * sent * declared.length());
    if (fits && !declared.contains("\"pattern\"")) {
      assertThat(steps.taken())
          .as("seed %d: %s by %s", seed, arguments, declared)
          .isLessThanOrEqualTo(STEPS_A_BYTE * sent);
    }
    return fits;
  }
}
