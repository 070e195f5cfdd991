/// What a role is written against: handlers and what they give back, sources, settings, telemetry.
/// What runs them stands in the packages below. Knows no event type.
@NullMarked
package dev.playloop.kit;

import org.jspecify.annotations.NullMarked;
