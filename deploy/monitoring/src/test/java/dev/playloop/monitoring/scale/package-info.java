/// The rule by which reasoners are scaled, as a function, and a load to try it on.
@NullMarked
package dev.playloop.monitoring.scale;

import org.jspecify.annotations.NullMarked;
