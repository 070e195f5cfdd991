/// What the loop tells OpenTelemetry: spans of runs, and numbers.
@NullMarked
package dev.playloop.projector.telemetry;

import org.jspecify.annotations.NullMarked;
