/// Takes events in and writes triggers and world events. Keeps no agent state.
@NullMarked
package dev.playloop.ingest;

import org.jspecify.annotations.NullMarked;
