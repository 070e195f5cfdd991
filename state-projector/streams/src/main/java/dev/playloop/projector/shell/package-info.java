/// The Kafka Streams shell around the pure loop: parse, fold, store, forward.
@NullMarked
package dev.playloop.projector.shell;

import org.jspecify.annotations.NullMarked;
