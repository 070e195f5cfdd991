/// Events of games in the form that CloudEvents 1.0 gives them, and what they say to us. Whoever
/// reads some, over HTTP or from Kafka, reads them here.
@NullMarked
package dev.playloop.schemas.cloudevent;

import org.jspecify.annotations.NullMarked;
