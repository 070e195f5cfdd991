/// A deterministic, rule-driven model for demos, tests and benchmarks, over HTTP.
@NullMarked
package dev.playloop.rehearsal;

import org.jspecify.annotations.NullMarked;
