/// The journal: every input in the order it was folded, hash-chained per agent. No Kafka in sight.
@NullMarked
package dev.playloop.journal;

import org.jspecify.annotations.NullMarked;
