/// Tells a server of the operator's what waits for people.
@NullMarked
package dev.playloop.ingest.webhook;

import org.jspecify.annotations.NullMarked;
