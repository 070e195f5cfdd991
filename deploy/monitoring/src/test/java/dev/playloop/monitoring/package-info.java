/// Tests of what is watched: rules, alerts and dashboards, and the numbers that they ask for.
@NullMarked
package dev.playloop.monitoring;

import org.jspecify.annotations.NullMarked;
