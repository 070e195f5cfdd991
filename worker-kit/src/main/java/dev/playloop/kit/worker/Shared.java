package dev.playloop.kit.worker;

import dev.playloop.kit.Counters;

/// What the partitions of one worker share.
record Shared(Room room, Counters counters, Suspicion suspicion) {}
