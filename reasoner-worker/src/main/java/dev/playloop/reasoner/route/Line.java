package dev.playloop.reasoner.route;

import dev.playloop.reasoner.wire.Llm;

/// What each call of a process goes through. Thread-safe.
record Line(Llm llm, Time time, ChatTelemetry telemetry) {}
