/// What both topologies do with records that are not as they should be, and with trace context.
@NullMarked
package dev.playloop.projector.edge;

import org.jspecify.annotations.NullMarked;
