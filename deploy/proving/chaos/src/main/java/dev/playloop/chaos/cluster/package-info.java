/// The Kafka that is disturbed: one broker or three, each a process behind lines that can be cut.
@NullMarked
package dev.playloop.chaos.cluster;

import org.jspecify.annotations.NullMarked;
