/// Moves the beginning of a journal out of Kafka.
@NullMarked
package dev.playloop.audit.archive;

import org.jspecify.annotations.NullMarked;
