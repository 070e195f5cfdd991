/// People's words on agents, over HTTP: who may say what, what they are shown, and the gateway's
/// signature over what was said.
@NullMarked
package dev.playloop.ingest.control;

import org.jspecify.annotations.NullMarked;
