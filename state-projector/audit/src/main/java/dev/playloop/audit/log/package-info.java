/// The journal and what lies beside it, read from Kafka's topics.
@NullMarked
package dev.playloop.audit.log;

import org.jspecify.annotations.NullMarked;
