/// The topic catalogue: the only place that names a topic, its sizes and its serdes.
@NullMarked
package dev.playloop.schemas.topic;

import org.jspecify.annotations.NullMarked;
