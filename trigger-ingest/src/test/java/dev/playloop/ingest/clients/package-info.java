/// The clients of `trigger-ingest/clients` before one judge.
@NullMarked
package dev.playloop.ingest.clients;

import org.jspecify.annotations.NullMarked;
