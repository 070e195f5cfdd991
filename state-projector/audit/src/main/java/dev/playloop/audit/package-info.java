/// The audit of whole journals: verification as a stream, the export format, and the heads that a
/// checkpoint signs. No Kafka in sight: a journal is anything that can be read from its beginning.
@NullMarked
package dev.playloop.audit;

import org.jspecify.annotations.NullMarked;
