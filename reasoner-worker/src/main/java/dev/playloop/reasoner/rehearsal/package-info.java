/// A deterministic, rule-driven model for demos, tests and benchmarks, in process and over HTTP.
@NullMarked
package dev.playloop.reasoner.rehearsal;

import org.jspecify.annotations.NullMarked;
