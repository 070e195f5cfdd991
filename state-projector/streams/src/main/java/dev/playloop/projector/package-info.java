/// The world projection and the agent loop on Kafka Streams.
@NullMarked
package dev.playloop.projector;

import org.jspecify.annotations.NullMarked;
